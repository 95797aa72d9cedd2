#include "widgets/views/cost/length_numbers.h"

#include "core/run/cost.h"

#include <QVariantList>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

using core::Operation;

constexpr std::array triedLengths{8, 32, 128, 512, 2048};
constexpr double maxFlops = 1.2e10; // of a pass whose length is tried

const QString& lengthsKey()
{
    static const QString key = QStringLiteral("lengths");
    return key;
}

/// Only what concerns lengths: another page's times are not a reason to measure these again.
QVariantMap keptLengths(const FigureData& data, const RunPtr& run)
{
    const QVariantList lengths = keptOf(data, run).value(lengthsKey()).toList();
    return lengths.isEmpty() ? QVariantMap() : QVariantMap{{lengthsKey(), lengths}};
}

NeedId lengthsId(const RunPtr& run, const QVariantMap& kept) { return {run->trace, {}, "cost over the length " + wordsOf(kept)}; }

std::vector<TimedLength> timedOf(const QVariantMap& kept)
{
    std::vector<TimedLength> timed;
    for (const QVariant& one : kept.value(lengthsKey()).toList()) {
        const QVariantMap map = one.toMap();
        const auto time = [&](const char* key) { return std::max(0.0, map.value(QLatin1String(key)).toDouble()); };
        const TimedLength length{
            map.value(QStringLiteral("tokens")).toInt(), time("attention_ns"), time("feed_forward_ns"), time("projections_ns")};
        if (length.tokens > 0)
            timed.push_back(length);
    }
    return timed;
}

std::vector<core::TokenId> textOf(const RunResult& run, int tokens)
{
    const std::vector<core::TokenId>& own = run.trace->ids;
    std::vector<core::TokenId> ids;
    for (int i = 0; i < tokens; ++i)
        ids.push_back(own[std::size_t(i) % own.size()]);
    return ids;
}

TimedLength timedLength(const RunResult& run, int tokens, const core::OperationTimes& times)
{
    const std::vector<core::OperationCost> costs = core::operationCosts(run.setup->config, {tokens, tokens});
    TimedLength timed{tokens};
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const Operation operation = costs[i].operation;
        const auto time = double(times.operations[i].middle);
        if (operation == Operation::Attention)
            timed.attention += time;
        else if (groupOf(operation) == CostGroup::FeedForward)
            timed.feedForward += time;
        else if (operation == Operation::Projection || operation == Operation::AttentionOut)
            timed.projections += time;
    }
    return timed;
}

CostOverLength measured(const RunResult& run, const QVariantMap& kept, const core::RunControl& control)
{
    const core::ModelConfig& config = run.setup->config;
    CostOverLength cost;
    cost.growth = core::growthOfCost(config);
    cost.ownTokens = int(streamTokens(*run.trace).size());
    cost.longest = int(core::longestText(config).value_or(0));
    cost.timed = timedOf(kept);
    cost.hasTwoTexts = config.hasEncoder();
    if (!cost.timed.empty() || cost.hasTwoTexts)
        return cost;
    const double perToken = core::costOf(config).flopsPerToken;
    std::vector<core::TimedModel> texts;
    for (const int tokens : triedLengths) {
        const double flops = perToken * tokens + cost.growth.pairs * tokens * tokens;
        const bool isCheap = flops <= maxFlops || tokens == triedLengths.front();
        if (isCheap && (cost.longest == 0 || tokens <= cost.longest))
            texts.push_back({*run.setup, textOf(run, tokens)});
    }
    const std::vector<core::OperationTimes> times = core::measuredInTurns(texts, control);
    for (std::size_t i = 0; i < texts.size(); ++i)
        cost.timed.push_back(timedLength(run, int(texts[i].ids.size()), times[i]));
    return cost;
}

} // namespace

Needs lengthNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!run->setup || streamTokens(*run->trace).empty())
            continue;
        const QVariantMap kept = keptLengths(data, run);
        all.push_back(derivedNeed(
            lengthsId(run, kept), [run, kept](const core::RunControl& control) { return measured(*run, kept, control); }));
    }
    return all;
}

const CostOverLength* lengthsOf(const FigureData& data, const RunPtr& run)
{
    return data.results.value<CostOverLength>(lengthsId(run, keptLengths(data, run)));
}

QVariantList measuredLengths(const FigureData& data, const RunPtr& run)
{
    QVariantList all;
    const CostOverLength* const cost = lengthsOf(data, run);
    for (const TimedLength& one : cost ? cost->timed : std::vector<TimedLength>())
        all << QVariantMap{{QStringLiteral("tokens"), one.tokens}, {QStringLiteral("attention_ns"), one.attention},
            {QStringLiteral("feed_forward_ns"), one.feedForward}, {QStringLiteral("projections_ns"), one.projections}};
    return all;
}

} // namespace widgets
