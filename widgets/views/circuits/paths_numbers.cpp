#include "widgets/views/circuits/paths_numbers.h"

#include "core/experiments/steering.h"
#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr std::size_t maxParts = 1000; // deep models have three a layer

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

/// 0: the paths of all.
std::size_t mostHeads(const FigureData& data) { return pathHeadsOption.is(data, "32") ? rankedHeads : 0; }

NeedId pathId(const FigureData& data, const RunPtr& run)
{
    const RunPtr other = replacingRun(data, run);
    const std::size_t most = mostHeads(data);
    NeedId id{run->trace, {}, "paths " + pathMetric(data, run) + (most > 0 ? " of " + std::to_string(most) : "")};
    if (other)
        id.b = other->trace;
    return id;
}

/// The runs that paths are measured with. They refer to the setup of the run.
struct PathRuns
{
    RunPtr run;
    core::PathModel model;
    core::CircuitSteps begun;

    std::size_t bytes() const { return model.bytes() + begun.bytes(); }
};
using PathRunsPtr = std::shared_ptr<const PathRuns>;

NeedId partId(NeedId paths, std::size_t part)
{
    paths.quantity += " part " + std::to_string(part);
    return paths;
}

/// How many parts there are, each with those before it, so that the last is all; what was let go counts.
std::size_t partsOf(const NeedResults& results, const NeedId& paths)
{
    std::size_t parts = maxParts;
    while (parts > 0 && !results.find(partId(paths, parts - 1)))
        --parts;
    return parts;
}

/// The next part, and what it is made of: the last one, and where that was refused the one before. No other is kept.
void addParts(Needs& needs, const NeedResults& results, const NeedId& paths)
{
    const auto* const runs = results.value<PathRunsPtr>(paths);
    if (!runs)
        return;
    const std::size_t parts = partsOf(results, paths);
    const auto* const last = parts > 0 ? results.value<core::CircuitSteps>(partId(paths, parts - 1)) : &(*runs)->begun;
    const auto add = [&](std::size_t part, const core::CircuitSteps& before) {
        needs.push_back(derivedNeed(partId(paths, part), [runs = *runs, before](const core::RunControl& control) {
            core::RunControl ofAll = control; // a part has no end of its own: how far all of them are
            ofAll.onProgress = [&control, done = double(before.runs) / double(before.allRuns)](
                                   double, std::string_view stage) { control.progress(done, stage); };
            return core::withNextPart(before, (*runs).model.under(ofAll));
        }));
        needs.back().isPart = part > 0;
    };
    for (std::size_t part = parts - std::min<std::size_t>(parts, last ? 1 : 2); part < parts; ++part)
        add(part, (*runs)->begun); // which is there
    if (last && !last->isComplete() && parts < maxParts)
        add(parts, *last);
}

/// Whether the picture is two graphs with one threshold.
bool isShared(const FigureData& data) { return showsBoth(data) && scaledRuns(data).size() == 2; }

/// What was said, or what two graphs come to; 0: each its own.
double sharedThreshold(const FigureData& data)
{
    const double said = thresholdOption.in(data, 0);
    if (said > 0 || !isShared(data))
        return std::max(0.0, said);
    double least = std::numeric_limits<double>::infinity();
    for (const RunPtr& run : scaledRuns(data))
        if (const core::CircuitSteps* const circuits = run->setup ? circuitsOf(data, run) : nullptr)
            least = std::min(least, circuits->steps[core::fewestEdgesKeeping(*circuits, keptShare)].threshold);
    return std::isinf(least) ? 0 : least;
}

} // namespace

std::string pathMetric(const FigureData& data, const RunPtr& run)
{
    const QString said = metricOption.in(data);
    if (!said.isEmpty() && said != QLatin1String(answerMetric))
        return said.toStdString();
    if (const RunPtr other = replacingRun(data, run); other && other->setup && run->setup)
        if (std::string both = patchingMetric(data); both.starts_with("logit_difference")) // one number of both texts
            return both;
    const core::Trace& untouched = *untouchedRun(data, run)->trace;
    const std::vector<core::TokenProbability> next = nextTokens(untouched, int(streamTokens(untouched).size()) - 1, 2);
    return next.size() < 2 ? std::string()
                           : "logit_difference:#" + std::to_string(next[0].id) + ",#" + std::to_string(next[1].id) + "@-1";
}

RunPtr replacingRun(const FigureData& data, const RunPtr& run)
{
    return pathOption.is(data, "b") ? (run == data.b ? data.a : data.b) : nullptr;
}

Needs pathNeeds(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        const RunPtr other = replacingRun(data, run);
        const std::string metric = run->setup ? pathMetric(data, run) : std::string();
        if (metric.empty() || (pathOption.is(data, "b") && !other))
            continue;
        const NeedId paths = pathId(data, run);
        needs.push_back(derivedNeed(paths, [run, other, metric, most = mostHeads(data)](const core::RunControl& control) {
            std::optional<core::ReplacingText> instead;
            if (other)
                instead = {core::inputOf(*other->trace), core::inForceOf(*other->setup, *other->trace, control)};
            core::PathModel model({*run->setup, core::inputOf(*run->trace), core::parseMetric(metric, *run->setup),
                                      core::inForceOf(*run->setup, *run->trace, control)},
                instead, control, most);
            core::CircuitSteps begun = core::beginCircuits(model);
            return std::make_shared<const PathRuns>(PathRuns{run, std::move(model), std::move(begun)});
        }));
        addParts(needs, data.results, paths);
    }
    std::ranges::stable_partition(needs, [](const Need& need) { return !need.isPart; });
    return needs;
}

const core::CircuitSteps* circuitsOf(const FigureData& data, const RunPtr& run)
{
    const NeedId paths = pathId(data, run);
    for (std::size_t parts = partsOf(data.results, paths); parts-- > 0;)
        if (const auto* const circuits = data.results.value<core::CircuitSteps>(partId(paths, parts)))
            return circuits;
    return nullptr;
}

std::string whyNoMore(const FigureData& data, const RunPtr& run)
{
    const NeedId paths = pathId(data, run);
    const std::size_t parts = partsOf(data.results, paths);
    const NeedResult* const last = parts > 0 ? data.results.find(partId(paths, parts - 1)) : nullptr;
    return last ? last->why : std::string();
}

std::size_t shownStep(const core::CircuitSteps& circuits, const FigureData& data)
{
    const double said = sharedThreshold(data);
    if (said <= 0)
        return core::fewestEdgesKeeping(circuits, keptShare);
    const auto above = std::find_if(circuits.steps.begin(), circuits.steps.end(),
        [&](const core::CircuitStep& step) { return step.threshold >= said * (1 - 1e-9); });
    return std::min(circuits.steps.size() - 1, std::size_t(above - circuits.steps.begin()));
}

QString thresholdText(const core::CircuitSteps& circuits, const FigureData& data)
{
    const double own = circuits.steps[shownStep(circuits, data)].threshold;
    const double shared = isShared(data) ? sharedThreshold(data) : 0, threshold = shared > 0 ? shared : own;
    const QString usual = formatNumber(threshold);
    return usual.toDouble() == threshold ? usual : QString::fromStdString(core::numberText(threshold));
}

std::vector<std::size_t> shownEdges(const core::CircuitSteps& circuits, std::size_t step)
{
    std::vector<std::size_t> edges;
    for (std::size_t i = 0; i < circuits.edges.size(); ++i)
        if (circuits.until[i] >= circuits.steps[step].threshold)
            edges.push_back(i);
    return edges;
}

std::vector<std::size_t> headsEntering(const core::CircuitSteps& circuits, std::size_t step)
{
    const double from = circuits.steps[step].threshold,
                 to
        = step + 1 < circuits.steps.size() ? circuits.steps[step + 1].threshold : std::numeric_limits<double>::infinity();
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < circuits.senders.size(); ++i)
        if (circuits.senders[i].head >= 0 && circuits.lives[i] >= from && circuits.lives[i] < to)
            heads.push_back(i);
    return heads;
}

QString senderName(const core::PathSender& sender)
{
    if (sender.layer < 0)
        return Circuits::tr("embedding");
    const QString layer = QStringLiteral("L%1 ").arg(counted(sender.layer));
    return layer + (sender.head >= 0 ? headLabel(sender.head) : Circuits::tr("FF"));
}

QString receiverName(const core::PathReceiver& receiver)
{
    const QString head = QStringLiteral("L%1 H%2 ").arg(counted(receiver.layer)).arg(counted(receiver.head));
    switch (receiver.input) {
    case core::PathInput::Query:
        return head + Circuits::tr("query");
    case core::PathInput::Key:
        return head + Circuits::tr("keys");
    case core::PathInput::Value:
        return head + Circuits::tr("values");
    case core::PathInput::FeedForwardIn:
        return QStringLiteral("L%1 ").arg(counted(receiver.layer)) + Circuits::tr("FF");
    case core::PathInput::Logits:
        break;
    }
    return Circuits::tr("logits");
}

} // namespace widgets
