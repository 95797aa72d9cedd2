#include "widgets/views/shared/head_scores.h"

#include "core/analysis/attention_stages.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/token_groups.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace widgets {

int layersOf(const RunResult& run, core::AttentionPart part)
{
    const core::AttentionPart there = core::partIn(*run.trace, part);
    if (isUnfinished(run)) { // those too that are blank yet
        const core::ModelConfig& config = run.setup->config;
        return int(there == core::AttentionPart::Encoder ? core::Index(config.encoderBlocks.size()) : config.layers());
    }
    return int(there == core::AttentionPart::Self ? run.trace->layers() : core::layersOf(*run.trace, there));
}

int headsOf(const RunResult& run, int layer, core::AttentionPart part)
{
    return core::headsOfLayer(run.setup.get(), *run.trace, layer, part);
}

Grid headGrid(const core::Trace& trace, const std::string& tensor, int head)
{
    const core::TraceEntry* entry = trace.findEntry(tensor);
    const core::Index row = entry ? headRow(*entry, head) : -1;
    return row < 0 ? Grid() : gridOf(entry->tensor, 0, row);
}

Grid headGrid(const core::Trace& trace, int layer, const char* rest, int head)
{
    return headGrid(trace, core::blockName(layer, rest), head);
}

const Grid& HeadMasks::cellsOf(const core::AttentionMask& mask, core::Index queries, core::Index keys)
{
    if (m_mask && *m_mask == mask && m_cells.rows == queries && m_cells.columns == keys)
        return m_cells;
    const bool isWhole = core::maskIsContiguous(mask);
    std::vector<float> cells(std::size_t(queries * keys), -std::numeric_limits<float>::infinity());
    for (core::Index row = 0; row < queries; ++row) {
        const core::Index query = keys - queries + row; // after what a cache had before
        const core::KeyRange range = core::maskRange(mask, query, keys);
        for (core::Index key = range.first; key < range.last; ++key)
            if (isWhole || core::maskSees(mask, query, key))
                cells[std::size_t(row * keys + key)] = 0;
    }
    m_mask = &mask;
    m_cells = gridOf(std::move(cells), queries, keys);
    return m_cells;
}

Grid HeadMasks::of(core::AttentionPart part, int layer, int head)
{
    const core::Trace& trace = *m_run.trace;
    const std::string name = core::attentionName(part, layer, "pattern");
    const core::TraceEntry* const weights = trace.findEntry(name);
    const Grid pattern = weights ? headGrid(trace, name, head) : Grid();
    Grid mask = headGrid(trace, core::attentionName(part, layer, "scores"), head);
    const core::BlockConfig* const block = core::blockOfPart(m_run.setup.get(), part, layer);
    if (mask.isEmpty() && !pattern.isEmpty() && block && part != core::AttentionPart::Cross)
        mask = cellsOf(block->mask, pattern.rows, pattern.columns);
    if (mask.isEmpty() || !weights || !weights->replaced || pattern.rows != mask.rows || pattern.columns != mask.columns)
        return mask;
    std::vector<float> seen;
    for (core::Index query = 0; query < mask.rows; ++query)
        for (core::Index key = 0; key < mask.columns; ++key)
            seen.push_back(pattern.at(query, key) != 0.f ? std::max(mask.at(query, key), 0.f) : mask.at(query, key));
    return gridOf(std::move(seen), mask.rows, mask.columns);
}

std::string patternOf(const std::string& scores) { return scores.substr(0, scores.rfind('.') + 1) + "pattern"; }

namespace {

NeedId idOfScores(const RunPtr& run, core::AttentionPart part)
{
    return {run->trace, {}, std::string("scores of all heads ") + core::wordOf(part)};
}

NeedId idOfChanges(const RunPtr& a, const RunPtr& b, core::AttentionPart part)
{
    return {a->trace, b->trace, std::string("changes of all heads ") + core::wordOf(part)};
}

template <class Value>
const std::vector<Value>& listOf(const NeedResults& results, const NeedId& id)
{
    static const std::vector<Value> none;
    const auto* const found = results.value<std::vector<Value>>(id);
    return found ? *found : none;
}

} // namespace

Need scoredHeadsNeed(const RunPtr& run, core::AttentionPart part)
{
    return derivedNeed(idOfScores(run, part),
        [run, part](const core::RunControl& control) { return core::scoredHeads(*run->trace, control, part); });
}

const std::vector<ScoredHead>& scoredHeads(const NeedResults& results, const RunPtr& run, core::AttentionPart part)
{
    return listOf<ScoredHead>(results, idOfScores(run, part));
}

Need changedHeadsNeed(const RunPtr& a, const RunPtr& b, core::AttentionPart part)
{
    return derivedNeed(idOfChanges(a, b, part), [a, b, part](const core::RunControl& control) {
        return core::changedHeads({*a->trace, a->setup.get()}, {*b->trace, b->setup.get()}, control, part);
    });
}

const std::vector<ChangedHead>& changedHeads(
    const NeedResults& results, const RunPtr& a, const RunPtr& b, core::AttentionPart part)
{
    return listOf<ChangedHead>(results, idOfChanges(a, b, part));
}

std::optional<core::HeadScores> scoresOf(const RunResult& run, int layer, int head, core::AttentionPart part)
{
    if (part != core::AttentionPart::Cross && core::tokensOfPart(*run.trace, part, true).size() < 2)
        return {}; // they are of what comes before a query
    return core::scoresOfHead(*run.trace, layer, head, part);
}

} // namespace widgets
