#include "widgets/views/circuits/paths_numbers.h"

#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

NeedId pathId(const FigureData& data, const RunPtr& run)
{
    const RunPtr other = replacingRun(data, run);
    NeedId id{run->trace, {}, "paths " + pathMetric(data, run)};
    if (other)
        id.b = other->trace;
    return id;
}

} // namespace

std::string pathMetric(const FigureData& data, const RunPtr& run)
{
    const QString said = metricOption.in(data);
    if (!said.isEmpty() && said != QLatin1String(answerMetric))
        return said.toStdString();
    const std::vector<core::TokenProbability> next = nextTokens(*run->trace, int(streamTokens(*run->trace).size()) - 1, 2);
    return next.size() < 2
        ? std::string()
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
        needs.push_back(derivedNeed(pathId(data, run), [run, other, metric](const core::RunControl& control) {
            std::optional<core::ForwardInput> instead;
            if (other)
                instead = core::inputOf(*other->trace);
            const core::PathModel model(
                {*run->setup, core::inputOf(*run->trace), core::parseMetric(metric, *run->setup)}, instead, control);
            return core::circuitSteps(model, control);
        }));
    }
    return needs;
}

const core::CircuitSteps* circuitsOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<core::CircuitSteps>(pathId(data, run));
}

std::size_t shownStep(const core::CircuitSteps& circuits, const FigureData& data)
{
    const double said = thresholdOption.in(data, 0);
    if (said <= 0)
        return core::fewestEdgesKeeping(circuits, keptShare);
    const auto above = std::find_if(circuits.steps.begin(), circuits.steps.end(),
        [&](const core::CircuitStep& step) { return step.threshold >= said * (1 - 1e-9); });
    return std::min(circuits.steps.size() - 1, std::size_t(above - circuits.steps.begin()));
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
                 to = step + 1 < circuits.steps.size() ? circuits.steps[step + 1].threshold
                                                       : std::numeric_limits<double>::infinity();
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
