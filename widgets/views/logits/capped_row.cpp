#include "widgets/views/logits/capped_row.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/logits/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

/// The run of a slot with its logits as they are before its cap.
Need uncapped(const RunPtr& run)
{
    Need need{.id = {run->trace, {}, "run output.soft_cap=0 logits"}};
    need.run = FurtherRun{.of = run, .change = {}, .text = {}, .patterns = {"logits"}};
    need.run->change.set("output.soft_cap", 0.0);
    return need;
}

int positionOf(const RunResult& run, const Selection& selection)
{
    return shownPosition(run, hasAllLogits(*run.trace) ? selection : Selection());
}

/// The place of the scores that are shown.
struct HeadPlace
{
    int layer = 0;
    core::Index head = 0;
    int query = 0;
};

HeadPlace placeOf(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    HeadPlace place{.layer = std::clamp(data.selection.layer, 0, std::max(0, int(run.trace->layers()) - 1)),
        .head = std::max(0, data.selection.head),
        .query = shownPosition(run, data.selection)};
    if (const core::Tensor* const scores = run.trace->find(core::blockName(place.layer, "attn.scores")))
        place.head = std::min(place.head, scores->dim(0) - 1);
    return place;
}

const float* rowOf(const RunResult& run, const HeadPlace& at, const char* name)
{
    const core::Tensor* const pairs = run.trace->find(core::blockName(at.layer, name));
    if (!pairs || pairs->rank() != 3 || at.head >= pairs->dim(0) || at.query >= pairs->dim(1))
        return nullptr;
    return pairs->data() + (at.head * pairs->dim(1) + at.query) * pairs->dim(2);
}

double capOf(const FigureData& data, double own, double usual) { return own > 0 ? own : capOption.in(data, usual); }

void fill(CappedRow& row, const auto& before, const auto& after, int count)
{
    for (int i = 0; i < count; ++i) {
        const double x = before(i), y = row.isOwn ? after(i) : row.cap * std::tanh(x / row.cap);
        if (!std::isfinite(x) || !std::isfinite(y))
            continue;
        row.before.push_back(x);
        row.after.push_back(y);
        row.ids.push_back(i);
    }
}

CappedRow scoresRow(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const HeadPlace at = placeOf(data);
    const double own = run.setup->config.block(at.layer).softCap;
    CappedRow row{.cap = capOf(data, own, usualScoreCap),
        .isOwn = own > 0,
        .before = {},
        .after = {},
        .ids = {},
        .where = {},
        .areScores = true};
    row.where = LogitsWords::tr("L%1 H%2, query %3 %4")
                    .arg(counted(at.layer))
                    .arg(counted(at.head))
                    .arg(counted(at.query))
                    .arg(quotedToken(*run.trace, at.query));
    const float *const content = rowOf(run, at, "attn.scores_content"), *const bias = rowOf(run, at, "attn.bias"),
                       *const scores = rowOf(run, at, "attn.scores");
    if (content && scores)
        fill(
            row,
            [&](int key) { // masked keys have a content, too
                return std::isfinite(scores[key]) ? double(content[key]) + (bias ? double(bias[key]) : 0.0) : double(scores[key]);
            },
            [&](int key) { return double(scores[key]); }, int(run.trace->at(core::blockName(at.layer, "attn.scores")).dim(2)));
    return row;
}

CappedRow logitsRow(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const int position = positionOf(*run, data.selection);
    const double own = run->setup->config.outputSoftCap;
    CappedRow row{.cap = capOf(data, own, usualCap), .isOwn = own > 0, .before = {}, .after = {}, .ids = {}, .where = {}};
    row.where = (speaksOfHere(*run->trace) ? LogitsWords::tr("at %1") : LogitsWords::tr("after %1"))
                    .arg(quotedToken(*run->trace, position));
    const RunPtr plain = row.isOwn ? data.results.run(uncapped(run).id) : run;
    if (!plain)
        return row;
    const std::span<const float> before = logitsAfter(*plain->trace, position), after = logitsAfter(*run->trace, position);
    fill(
        row, [&](int id) { return double(before[std::size_t(id)]); }, [&](int id) { return double(after[std::size_t(id)]); },
        int(std::min(before.size(), after.size())));
    return row;
}

} // namespace

QString CappedRow::nameOf(const RunResult& run, std::size_t i) const
{
    return areScores ? quotedToken(*run.trace, ids[i]) : tokenText(run, ids[i]);
}

CappedRow cappedRow(const FigureData& data) { return cappedOption.is(data, "scores") ? scoresRow(data) : logitsRow(data); }

std::vector<double> softmaxOf(const std::vector<double>& numbers)
{
    std::vector<double> result = numbers;
    const double largest = numbers.empty() ? 0 : *std::ranges::max_element(numbers);
    double sum = 0;
    for (double& value : result)
        sum += value = std::exp(value - largest);
    for (double& value : result)
        value /= sum;
    return result;
}

double entropyOf(const std::vector<double>& probabilities)
{
    double entropy = 0;
    for (const double p : probabilities)
        entropy -= p > 0 ? p * std::log(p) : 0;
    return entropy;
}

Needs cappedNeeds(const FigureData& data)
{
    Needs all;
    if (cappedOption.is(data, "scores"))
        return all;
    for (const RunPtr& run : drawnRuns(data))
        if (run && run->setup && run->setup->config.outputHead != core::OutputHead::None && run->setup->config.outputSoftCap > 0)
            all.push_back(uncapped(run));
    return all;
}

QString whyNoCap(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    if (!run.setup)
        return LogitsWords::tr("A recorded run does not say its soft caps: open its model.");
    if (cappedOption.is(data, "scores")) {
        const HeadPlace at = placeOf(data);
        if (QString reason = whyNoAttention(run, at.layer); !reason.isEmpty())
            return reason;
        for (const char* name : {"attn.scores_content", "attn.scores"})
            if (!rowOf(run, at, name))
                return whyNotRecorded(core::blockName(at.layer, name));
        return {};
    }
    if (run.setup->config.outputHead == core::OutputHead::None)
        return LogitsWords::tr("This model has no output head, so it has no logits. Choose “Output matrix” as its output head.");
    return logitsAfter(*run.trace, positionOf(run, data.selection)).empty() ? whyNotRecorded("logits") : QString();
}

} // namespace widgets
