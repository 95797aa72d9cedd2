#include "widgets/views/cost/numbers.h"

#include "widgets/views/cost/length_numbers.h"
#include "widgets/views/cost/saved_numbers.h"
#include "widgets/views/shared/figure_words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace widgets {

namespace {

using core::Operation;

/// "a" or "b": where the recipe keeps what was measured of this run.
QString slotOf(const FigureData& data, const RunPtr& run)
{
    return data.b && run == data.b && run != data.a ? QStringLiteral("b") : QStringLiteral("a");
}

/// The times of a recipe are another quantity than those of this machine, so that neither is taken for the other.
NeedId costId(const RunPtr& run, const QVariantMap& kept) { return {run->trace, {}, "costs of the operations " + wordsOf(kept)}; }

core::OperationTimes timesOf(const QVariantMap& kept)
{
    core::OperationTimes times;
    times.passes = kept.value(QStringLiteral("passes")).toInt();
    times.whole = std::int64_t(kept.value(QStringLiteral("whole_ns")).toDouble());
    for (const QVariant& time : kept.value(QStringLiteral("operations_ns")).toList())
        times.operations.push_back(std::max(std::int64_t(0), std::int64_t(time.toDouble())));
    return times;
}

} // namespace

QVariantMap keptOf(const FigureData& data, const RunPtr& run) { return data.measured.value(slotOf(data, run)).toMap(); }

std::string wordsOf(const QVariantMap& kept)
{
    return kept.isEmpty() ? std::string() : QJsonDocument(QJsonObject::fromVariantMap(kept)).toJson().toStdString();
}

CostSum& CostSum::operator+=(const CostSum& other)
{
    parameters += other.parameters;
    flops += other.flops;
    bytes += other.bytes;
    nanoseconds += other.nanoseconds;
    return *this;
}

CostSum CostSum::operator-(const CostSum& other) const
{
    return {parameters - other.parameters, flops - other.flops, bytes - other.bytes, nanoseconds - other.nanoseconds};
}

CostSum wholeCost(const MeasuredCost& cost)
{
    return costSum(cost, [](const core::OperationCost&) { return true; });
}

CostGroup groupOf(Operation operation)
{
    switch (operation) {
    case Operation::Embedding:
    case Operation::Unembedding:
        return CostGroup::Tables;
    case Operation::Norms:
        return CostGroup::Norms;
    case Operation::Projection:
    case Operation::Rotation:
    case Operation::AttentionOut:
        return CostGroup::Projections;
    case Operation::Attention:
    case Operation::OtherMixer:
        return CostGroup::Attention;
    case Operation::Router:
    case Operation::FeedForwardIn:
    case Operation::Nonlinearity:
    case Operation::FeedForwardOut:
        return CostGroup::FeedForward;
    case Operation::Residual:
        break;
    }
    return CostGroup::Sums;
}

QString operationName(Operation operation)
{
    switch (operation) {
    case Operation::Embedding:
        return CostWords::tr("Embedding");
    case Operation::Norms:
        return CostWords::tr("Norms");
    case Operation::Projection:
        return CostWords::tr("Q, K, V");
    case Operation::Rotation:
        return CostWords::tr("Rotation");
    case Operation::Attention:
        return CostWords::tr("QKᵀ, softmax, ·V");
    case Operation::AttentionOut:
        return CostWords::tr("Out of attention");
    case Operation::OtherMixer:
        return CostWords::tr("Mixer");
    case Operation::Router:
        return CostWords::tr("Router");
    case Operation::FeedForwardIn:
        return CostWords::tr("Feed-forward, in");
    case Operation::Nonlinearity:
        return CostWords::tr("Activation");
    case Operation::FeedForwardOut:
        return CostWords::tr("Feed-forward, out");
    case Operation::Residual:
        return CostWords::tr("Residual sums");
    case Operation::Unembedding:
        return CostWords::tr("Unembedding");
    }
    return {};
}

QString groupName(CostGroup group, const MeasuredCost& cost)
{
    const auto has = [&](Operation operation) {
        return std::ranges::any_of(cost.operations, [&](const core::OperationCost& one) { return one.operation == operation; });
    };
    switch (group) {
    case CostGroup::Tables:
        return CostWords::tr("Token tables");
    case CostGroup::Norms:
        return CostWords::tr("Norms");
    case CostGroup::Projections:
        return CostWords::tr("Projections");
    case CostGroup::Attention:
        return has(Operation::OtherMixer) ? has(Operation::Attention) ? CostWords::tr("Attention, mixer") : CostWords::tr("Mixer")
                                          : CostWords::tr("Attention T²");
    case CostGroup::FeedForward:
        return CostWords::tr("Feed-forward");
    case CostGroup::Sums:
        return CostWords::tr("Residual sums");
    }
    return {};
}

MeasuredCost measureCost(
    const core::Setup& setup, const core::Trace& trace, const QVariantMap& kept, const core::RunControl& control)
{
    MeasuredCost cost;
    cost.length = {core::Index(streamTokens(trace).size()), core::Index(trace.ids.size())};
    cost.operations = core::operationCosts(setup.config, cost.length);
    cost.times = timesOf(kept);
    if (cost.times.operations.size() != cost.operations.size()) // none, or of another program
        cost.times = core::measuredTimes(setup, trace.ids, trace.decoderIds, control);
    return cost;
}

QVariantMap timesToKeep(const MeasuredCost& cost)
{
    QVariantList times;
    for (const std::int64_t time : cost.times.operations)
        times << double(time);
    return {{QStringLiteral("passes"), cost.times.passes}, {QStringLiteral("whole_ns"), double(cost.times.whole)},
        {QStringLiteral("operations_ns"), times}};
}

Needs costNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!run->setup || streamTokens(*run->trace).empty())
            continue;
        const QVariantMap kept = keptOf(data, run);
        all.push_back(derivedNeed(costId(run, kept),
            [run, kept](const core::RunControl& control) { return measureCost(*run->setup, *run->trace, kept, control); }));
    }
    return all;
}

const MeasuredCost* costOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<MeasuredCost>(costId(run, keptOf(data, run)));
}

QVariantMap measuredNumbers(const FigureData& data)
{
    QVariantMap all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!run->setup)
            continue;
        QVariantMap one;
        if (const MeasuredCost* cost = costOf(data, run))
            one = timesToKeep(*cost);
        if (const QVariantList lengths = measuredLengths(data, run); !lengths.isEmpty())
            one.insert(QStringLiteral("lengths"), lengths);
        if (const QVariantMap choices = measuredChoices(data, run); !choices.isEmpty())
            one.insert(QStringLiteral("choices"), choices);
        if (!one.isEmpty())
            all.insert(slotOf(data, run), one);
    }
    return all;
}

QString whyNoCost(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    std::vector<RunPtr> runs{shownRun(data)};
    if (showsBoth(data))
        runs = {data.a, data.b};
    for (const RunPtr& run : runs)
        if (!run->setup)
            return CostWords::tr("A recorded run holds no model that could be timed. Open the model itself.");
    return {};
}

} // namespace widgets
