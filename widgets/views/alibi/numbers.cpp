#include "widgets/views/alibi/numbers.h"

#include "core/analysis/distance_penalty.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace widgets {

namespace {

/// With ALiBi on the weights of this run, the stages of all heads.
Need alibiRun(const RunPtr& run)
{
    std::vector<std::string> patterns;
    for (const char* stage : {"scores_content", "bias", "scores", "pattern"})
        patterns.push_back(std::string("blocks.*.attn.") + stage);
    return runNeed(run, "position.kind", "alibi", std::move(patterns));
}

} // namespace

const core::BlockConfig* blockOf(const RunResult& run, int layer)
{
    return run.setup && layer >= 0 && layer < run.setup->config.layers() ? &run.setup->config.block(layer) : nullptr;
}

bool hasAttention(const RunResult& run, int layer)
{
    const core::BlockConfig* const block = blockOf(run, layer);
    return block && core::isAttention(block->mixer);
}

std::string positionKindOf(const RunResult& run, int layer)
{
    if (const core::BlockConfig* block = blockOf(run, layer))
        return std::string(core::infoOf(block->position).id);
    const core::Json& choices = run.trace->choices;
    if (run.setup || !choices.is_object() || !choices.contains("position") || !choices["position"].is_object()
        || !choices["position"].contains("kind"))
        return {};
    const core::Json& kind = choices["position"]["kind"];
    const core::Json value = kind.is_array() && layer >= 0 && std::size_t(layer) < kind.size() ? kind[std::size_t(layer)] : kind;
    return value.is_string() ? value.get<std::string>() : std::string();
}

Needs alibiNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        if (hasAttention(*run, data.selection.layer) && positionKindOf(*run, data.selection.layer) != "alibi"
            && streamTokens(*run->trace).size() > 1)
            needs.push_back(alibiRun(run));
    return needs;
}

RunPtr alibiRunOf(const FigureData& data, const RunPtr& run)
{
    if (!run || positionKindOf(*run, data.selection.layer) == "alibi")
        return run;
    return data.results.run(alibiRun(run).id);
}

std::vector<double> slopesOf(const RunResult& run, int layer)
{
    std::vector<double> slopes;
    if (const core::BlockConfig* block = blockOf(run, layer)) {
        if (!core::isAttention(block->mixer))
            return slopes;
        const auto* alibi = std::get_if<core::Alibi>(&block->position);
        slopes = (alibi ? *alibi : core::Alibi{}).slopesOf(block->heads);
        if (alibi && alibi->scaled)
            for (double& slope : slopes)
                slope *= block->scale();
        return slopes;
    }
    // A trace without its model: what the penalty of one step is.
    for (int head = 0; head < headsOf(run, layer); ++head) {
        const Grid bias = headGrid(*run.trace, layer, "attn.bias", head);
        slopes.push_back(bias.rows > 1 && bias.columns > 1 ? -double(bias.at(1, 0)) : 0);
    }
    return slopes;
}

int longestText(const FigureData& data)
{
    int tokens = 0;
    for (const RunPtr& run : {data.a, data.b})
        tokens = std::max(tokens, run ? int(streamTokens(*run->trace).size()) : 0);
    return tokens;
}

bool seesAll(const RunResult& run, int layer)
{
    const core::BlockConfig* block = blockOf(run, layer);
    return block && std::holds_alternative<core::Bidirectional>(block->mask);
}

Grid hiddenWhere(const Grid& grid, const Grid& mask)
{
    if (grid.isEmpty() || grid.rows != mask.rows || grid.columns != mask.columns)
        return grid;
    std::vector<float> values;
    values.reserve(std::size_t(grid.size()));
    for (core::Index row = 0; row < grid.rows; ++row)
        for (core::Index column = 0; column < grid.columns; ++column) {
            const bool isHidden = mask.at(row, column) == -std::numeric_limits<float>::infinity();
            values.push_back(isHidden ? -std::numeric_limits<float>::infinity() : grid.at(row, column));
        }
    return gridOf(std::move(values), grid.rows, grid.columns);
}

AlibiMaps alibiMaps(const RunResult& run, int layer, int head)
{
    const Grid score = headGrid(*run.trace, layer, "attn.scores", head);
    const auto stage = [&](const char* name) { return hiddenWhere(headGrid(*run.trace, layer, name, head), score); };
    return {stage("attn.scores_content"), stage("attn.bias"), score, stage("attn.pattern")};
}

std::vector<int> shownHeads(const std::vector<double>& slopes, int selected, int count)
{
    std::vector<int> all;
    for (int head = 0; head < int(slopes.size()); ++head)
        all.push_back(head);
    if (int(all.size()) <= count)
        return all;
    selected = std::clamp(selected, 0, int(all.size()) - 1);
    std::set<int> shown{selected};
    std::stable_sort(all.begin(), all.end(), [&](int a, int b) { return slopes[std::size_t(a)] > slopes[std::size_t(b)]; });
    // The steepest, the shallowest, then between them as evenly as it goes.
    for (const int head : {all.front(), all.back()})
        if (int(shown.size()) < count)
            shown.insert(head);
    for (int parts = 2; int(shown.size()) < count; ++parts)
        for (int i = 1; i < parts && int(shown.size()) < count; ++i)
            shown.insert(all[std::size_t(i) * (all.size() - 1) / std::size_t(parts)]);
    return {shown.begin(), shown.end()};
}

QString slopeText(double slope)
{
    const double power = slope > 0 ? std::log2(slope) : 0.5;
    if (slope == 1 || std::abs(power - std::round(power)) > 1e-9 || power > 0)
        return formatNumber(slope);
    return QStringLiteral("1/%1").arg(std::llround(1 / slope));
}

QString slopeRule(const std::vector<double>& slopes)
{
    if (std::adjacent_find(slopes.begin(), slopes.end(), std::not_equal_to<>()) == slopes.end())
        return Alibi::tr("All heads have the same slope.");
    if (const std::optional<double> ratio = core::commonRatio(slopes))
        return Alibi::tr("A geometric sequence: each slope is %1 of the one before.").arg(slopeText(*ratio));
    // Heads beyond a power of two take slopes between those of the others.
    std::size_t power = 1;
    while (2 * power <= slopes.size())
        power *= 2;
    const std::span<const double> first(slopes.data(), slopes.empty() ? 0 : power);
    if (const std::optional<double> ratio = core::commonRatio(first); ratio && power > 2 && power < slopes.size())
        return Alibi::tr("A geometric sequence up to H%1, each slope %2 of the one before; the other heads lie between.")
            .arg(counted(power - 1))
            .arg(slopeText(*ratio));
    return Alibi::tr("The slopes are not a geometric sequence.");
}

} // namespace widgets
