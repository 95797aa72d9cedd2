#include "widgets/views/cost/numbers.h"

#include "widgets/plot/number_format.h"
#include "widgets/views/cost/length_numbers.h"
#include "widgets/views/cost/saved_numbers.h"
#include "widgets/views/shared/figure_words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

using core::Operation;

/// "a" or "b": where the recipe keeps what was measured of this run.
QString slotOf(const FigureData& data, const RunPtr& run)
{
    return data.b && run == data.b && run != data.a ? QStringLiteral("b") : QStringLiteral("a");
}

/// A and B, as far as they can be timed; each once.
std::vector<RunPtr> timedRuns(const FigureData& data)
{
    std::vector<RunPtr> runs;
    for (const RunPtr& run : {data.a, data.b})
        if (run && run->setup && !streamTokens(*run->trace).empty() && (runs.empty() || runs.front() != run))
            runs.push_back(run);
    return runs;
}

/// The times of a recipe are another quantity than those of this machine, so that neither is taken for the other.
NeedId costsId(const FigureData& data)
{
    const std::vector<RunPtr> runs = timedRuns(data);
    NeedId id{{}, {}, "costs of the operations"};
    for (const RunPtr& run : runs) {
        (run == runs.front() ? id.a : id.b) = run->trace;
        id.quantity += ' ' + wordsOf(keptOf(data, run));
    }
    return id;
}

/// [low, middle, high] of a recipe, ns; in order whatever it says.
core::TimeRange rangeOf(const QVariant& kept)
{
    const QVariantList numbers = kept.toList();
    std::array<std::int64_t, 3> times{};
    for (int i = 0; i < 3; ++i)
        times[std::size_t(i)] = std::max(std::int64_t(0), std::int64_t(numbers.value(i).toDouble()));
    std::ranges::sort(times);
    return {times[0], times[1], times[2]};
}

QVariantList toKeep(const core::TimeRange& time) { return {double(time.low), double(time.middle), double(time.high)}; }

/// Of two of which one may be of nothing that takes time.
int fewerPasses(int a, int b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }

core::OperationTimes timesOf(const QVariantMap& kept)
{
    core::OperationTimes times;
    times.passes = kept.value(QStringLiteral("passes")).toInt();
    times.whole = rangeOf(kept.value(QStringLiteral("whole_ns")));
    for (const QVariant& time : kept.value(QStringLiteral("operations_ns")).toList()) {
        if (time.toList().size() != 3)
            return {}; // of another program
        times.operations.push_back(rangeOf(time));
    }
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
    low += other.low;
    high += other.high;
    passes = fewerPasses(passes, other.passes);
    return *this;
}

CostSum CostSum::operator-(const CostSum& other) const
{
    return {parameters - other.parameters, flops - other.flops, bytes - other.bytes, nanoseconds - other.nanoseconds,
        low - other.high, high - other.low, fewerPasses(passes, other.passes)};
}

CostSum wholeCost(const MeasuredCost& cost)
{
    return costSum(cost, [](const core::OperationCost&) { return true; });
}

CostSum passCost(const MeasuredCost& cost)
{
    CostSum sum = wholeCost(cost);
    sum.nanoseconds = double(cost.times.whole.middle);
    sum.low = double(cost.times.whole.low);
    sum.high = double(cost.times.whole.high);
    return sum;
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

std::size_t CostsInTurns::bytes() const
{
    std::size_t sum = 0;
    for (const MeasuredCost& cost : costs)
        sum += sizeof(MeasuredCost) + cost.bytes();
    return sum;
}

CostsInTurns measureCosts(const std::vector<CostOf>& all, const core::RunControl& control)
{
    CostsInTurns turns;
    std::vector<core::TimedModel> models;
    bool areKept = true;
    for (const auto& [setup, trace, kept] : all) {
        MeasuredCost cost;
        cost.length = {core::Index(streamTokens(*trace).size()), core::Index(trace->ids.size())};
        cost.operations = core::operationCosts(setup->config, cost.length);
        cost.times = timesOf(kept);
        areKept = areKept && cost.times.operations.size() == cost.operations.size(); // none, or of another program
        models.push_back({*setup, trace->ids, trace->decoderIds});
        turns.costs.push_back(std::move(cost));
    }
    if (areKept)
        return turns;
    std::vector<core::OperationTimes> times = core::measuredInTurns(models, control);
    for (std::size_t i = 0; i < times.size(); ++i)
        turns.costs[i].times = std::move(times[i]);
    return turns;
}

QVariantMap timesToKeep(const MeasuredCost& cost)
{
    QVariantList times;
    for (const core::TimeRange& time : cost.times.operations)
        times << QVariant(toKeep(time)); // a list in a list
    return {{QStringLiteral("passes"), cost.times.passes}, {QStringLiteral("whole_ns"), toKeep(cost.times.whole)},
        {QStringLiteral("operations_ns"), times}};
}

QString spreadText(const MeasuredCost& cost)
{
    const core::TimeRange& whole = cost.times.whole;
    if (cost.times.passes == 1) // whose spread is not known
        return CostWords::tr("%1 (one pass, which cannot tell how far they spread)").arg(formatMilliseconds(double(whole.low) / 1e6));
    return CostWords::tr("%1 to %2")
        .arg(formatMilliseconds(double(whole.low) / 1e6), formatMilliseconds(double(whole.high) / 1e6));
}

bool differMeasurably(const MeasuredCost& a, const MeasuredCost& b) { return (passCost(b) - passCost(a)).isMeasurable(); }

Needs costNeeds(const FigureData& data)
{
    std::vector<CostOf> all;
    for (const RunPtr& run : timedRuns(data))
        all.push_back({run->setup, run->trace, keptOf(data, run)});
    if (all.empty())
        return {};
    return {derivedNeed(costsId(data), [all](const core::RunControl& control) { return measureCosts(all, control); })};
}

const MeasuredCost* costOf(const FigureData& data, const RunPtr& run)
{
    const std::vector<RunPtr> runs = timedRuns(data);
    const auto found = std::ranges::find(runs, run);
    const auto* const turns = found == runs.end() ? nullptr : data.results.value<CostsInTurns>(costsId(data));
    return turns ? &turns->costs[std::size_t(found - runs.begin())] : nullptr;
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
