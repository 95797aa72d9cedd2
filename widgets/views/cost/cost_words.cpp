#include "widgets/views/cost/cost_words.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/cost/saved_numbers.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace widgets {

namespace {

QString comma() { return CostWords::tr(", "); }

/// "“Q, K, V” 29.1 %", of a part of the whole: names of operations have commas.
QString shareText(const NamedCost& row, double share) { return CostWords::tr("“%1” %2").arg(row.name, formatPercent(share)); }

double shareOfFlops(const CostSum& sum, const CostSum& whole) { return part(sum.flops, whole.flops); }
double shareOfTime(const CostSum& sum, const CostSum& whole) { return part(sum.nanoseconds, whole.nanoseconds); }

using Share = double (*)(const CostSum&, const CostSum&);

/// The two largest of all by a share, "“Feed-forward, in” 33.3 %, “Unembedding” 23.0 %"; one where there is no second.
QString largestText(const std::vector<const NamedCost*>& sorted, const CostSum& whole, Share share)
{
    QStringList parts;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, sorted.size()); ++i)
        if (const double of = share(sorted[i]->sum, whole); of > 0)
            parts << shareText(*sorted[i], of);
    return parts.join(comma());
}

std::vector<const NamedCost*> sortedBy(const std::vector<NamedCost>& rows, const CostSum& whole, Share share)
{
    std::vector<const NamedCost*> sorted;
    for (const NamedCost& row : rows)
        sorted.push_back(&row);
    std::ranges::stable_sort(sorted, std::greater(), [&](const NamedCost* row) { return share(row->sum, whole); });
    return sorted;
}

QString largestShares(const std::vector<NamedCost>& rows, const CostSum& whole)
{
    const auto byFlops = sortedBy(rows, whole, shareOfFlops), byTime = sortedBy(rows, whole, shareOfTime);
    const QString flops = largestText(byFlops, whole, shareOfFlops), time = largestText(byTime, whole, shareOfTime);
    if (byTime.size() > 1 && byTime[1]->sum.high >= byTime[0]->sum.low)
        return CostWords::tr("Largest shares of the FLOPs: %1; of the time: %2 (in this order within the noise).")
            .arg(flops, time);
    return CostWords::tr("Largest shares of the FLOPs: %1; of the time: %2.").arg(flops, time);
}

/// The norms' FLOPs against their time.
QString normsSentence(const MeasuredCost& cost, const CostSum& whole)
{
    const auto isNorm = [](const core::OperationCost& one) { return groupOf(one.operation) == CostGroup::Norms; };
    const CostSum norms = costSum(cost, isNorm);
    if (norms.flops <= 0)
        return CostWords::tr("This model has no norms.");
    const double flops = shareOfFlops(norms, whole), time = shareOfTime(norms, whole);
    const double low = part(norms.low, whole.nanoseconds), high = part(norms.high, whole.nanoseconds);
    const QString times = low <= flops && flops <= high
        ? CostWords::tr("within the noise the same share")
        : CostWords::tr("%1 times their share of the FLOPs").arg(formatNumber(time / flops, 2));
    return CostWords::tr("The norms have %1 of the FLOPs and take %2 of the time (%3 to %4), %5.")
        .arg(formatPercent(flops), formatPercent(time), formatPercent(low), formatPercent(high), times);
}

/// "The operations add up to 2.31 ms …"
QString measuredSentence(const MeasuredCost& cost)
{
    return CostWords::tr(
        "The operations add up to %1 (middle of %n passes); a pass without the clock takes %2.", "", cost.times.passes)
        .arg(formatMilliseconds(wholeCost(cost).milliseconds()), formatMilliseconds(passCost(cost).milliseconds()));
}

bool isOfLayer(const core::OperationCost& one) { return one.layer >= 0 && one.operation != core::Operation::Embedding; }

/// All choices of biases, from one value to the other.
bool areBiases(const std::vector<DifferentChoice>& differs, bool before)
{
    const auto is = [&](const DifferentChoice& one) {
        return std::ranges::find(biasKeys, one.key) != std::end(biasKeys) && one.a == core::Json(before)
            && one.b == core::Json(!before);
    };
    return !differs.empty() && std::ranges::all_of(differs, is);
}

/// Kinds are named without their family; other values with what they are of, which once is enough.
QString choiceDifference(const DifferentChoice& choice)
{
    const auto [a, b] = choiceTexts(choice.key, choice.a, choice.b);
    return choice.b.is_string() ? CostWords::tr("%1 instead of %2").arg(b, a) : b;
}

/// Without the parameters of a family that differs itself.
std::vector<DifferentChoice> mainDifferences(const Fairness& fairness)
{
    std::vector<DifferentChoice> differs = fairness.differs;
    std::erase_if(differs, [&](const DifferentChoice& one) {
        const std::string& family = core::findChoiceKey(one.key)->ofKey;
        return std::ranges::any_of(fairness.differs, [&](const DifferentChoice& other) { return other.key == family; });
    });
    return differs;
}

/// What B has instead of A, in words: choices, models, lengths of text; empty: nothing that costs.
QString whatDiffers(const FigureData& data, const MeasuredCost& a, const MeasuredCost& b)
{
    const std::vector<DifferentChoice> differs = mainDifferences(fairnessOf(data));
    QStringList parts;
    if (areBiases(differs, true)) {
        parts << CostWords::tr("biases dropped");
    } else if (areBiases(differs, false)) {
        parts << CostWords::tr("biases added");
    } else if (differs.size() > 2) {
        parts << CostWords::tr("%1 and %n other choice(s)", "", int(differs.size()) - 1).arg(choiceDifference(differs.front()));
    } else {
        for (const DifferentChoice& choice : differs)
            parts << choiceDifference(choice);
    }
    if (a.length.tokens != b.length.tokens)
        parts << CostWords::tr("%n token(s) instead of %1", "", int(b.length.tokens)).arg(a.length.tokens);
    return parts.join(comma());
}

/// "within the noise" where that covers it, else the difference as a part of A.
QString timeChange(const MeasuredCost& a, const MeasuredCost& b)
{
    const CostSum ofA = passCost(a), more = passCost(b) - ofA;
    return more.isMeasurable() ? signedPercent(part(more.nanoseconds, ofA.nanoseconds)) : CostWords::tr("within the noise");
}

/// "Norms −384 parameters, −16.9 k FLOPs, −6.79 µs": only what is not 0.
QString rowChange(const QString& name, const CostSum& more)
{
    QStringList parts;
    if (more.parameters != 0)
        parts << CostWords::tr("%1 parameters").arg(signedCount(more.parameters));
    if (more.flops != 0)
        parts << CostWords::tr("%1 FLOPs").arg(signedFlops(more.flops));
    const QString time = signedTime(more);
    parts << (more.isMeasurable() ? time : CostWords::tr("%1 (within the noise)").arg(time));
    return CostWords::tr("“%1” %2").arg(name, parts.join(comma()));
}

/// The operations that differ in what is known of them, or else in time; the largest in front.
QString changedRows(const CostRows& a, const CostRows& b)
{
    QStringList rows;
    for (const NamedCost& row : a.all) {
        const CostSum more = sumOf(b.all, row.name) - row.sum;
        if (more.parameters != 0 || more.flops != 0 || more.isMeasurable())
            rows << rowChange(row.name, more);
    }
    return rows.isEmpty() ? QString() : CostWords::tr("Of it: %1.").arg(rows.join(CostWords::tr("; ")));
}

} // namespace

QString operationsSentence(const MeasuredCost& cost)
{
    const CostSum whole = wholeCost(cost);
    return joinedSentences({largestShares(costsByOperation(cost), whole), normsSentence(cost, whole), measuredSentence(cost)});
}

QString layersSentence(const MeasuredCost& cost)
{
    const CostSum whole = wholeCost(cost), layers = costSum(cost, isOfLayer);
    const auto flops = [&](const CostSum& sum) { return formatPercent(shareOfFlops(sum, whole)); };
    const auto time = [&](const CostSum& sum) { return formatPercent(shareOfTime(sum, whole)); };
    const CostSum outside = whole - layers;
    return joinedSentences({CostWords::tr("The layers together have %1 of the FLOPs and take %2 of the time; "
                                          "embedding and output have %3 and take %4.")
                                .arg(flops(layers), time(layers), flops(outside), time(outside)),
        normsSentence(cost, whole), measuredSentence(cost)});
}

QString differenceCaption(const FigureData& data)
{
    const MeasuredCost &a = *costOf(data, data.a), &b = *costOf(data, data.b);
    const CostSum passA = passCost(a), passB = passCost(b), more = passB - passA;
    const QString differs = whatDiffers(data, a, b);
    const QString change
        = CostWords::tr("%1 parameters (%2), %3 FLOPs (%4); a pass takes %5 in A and %6 in B (%7).")
              .arg(signedCount(more.parameters), signedPercent(part(double(more.parameters), double(passA.parameters))),
                  signedFlops(more.flops), signedPercent(part(more.flops, passA.flops)), formatMilliseconds(passA.milliseconds()),
                  formatMilliseconds(passB.milliseconds()), timeChange(a, b));
    CostRows ofA{costsByOperation(a), costsByGroup(a)}, ofB{costsByOperation(b), costsByGroup(b)};
    alignRows(ofA, ofB);
    const QString first
        = differs.isEmpty() ? CostWords::tr("From A to B: %1").arg(change) : CostWords::tr("B (%1): %2").arg(differs, change);
    return joinedSentences({first, changedRows(ofA, ofB), movedParameters(ofA.fewer, ofB.fewer),
        CostWords::tr("The passes of A took %1, those of B %2.").arg(spreadText(a), spreadText(b))});
}

QString choiceChange(const QString& name, const MeasuredCost& own, const MeasuredCost& other)
{
    const CostSum more = passCost(other) - passCost(own);
    const QString parameters = signedCount(more.parameters), flops = signedFlops(more.flops), time = signedTime(more);
    return more.isMeasurable()
        ? CostWords::tr("%1: %2 parameters, %3 FLOPs, %4").arg(name, parameters, flops, time)
        : CostWords::tr("%1: %2 parameters, %3 FLOPs, %4 (within the noise)").arg(name, parameters, flops, time);
}

QString movedParameters(const std::vector<NamedCost>& a, const std::vector<NamedCost>& b)
{
    std::vector<std::pair<std::int64_t, QString>> changes;
    std::int64_t most = 0, whole = 0;
    for (const NamedCost& row : a) {
        const std::int64_t more = sumOf(b, row.name).parameters - row.sum.parameters;
        most = std::max(most, std::abs(more));
        whole += more;
        if (more != 0)
            changes.emplace_back(more, row.name);
    }
    constexpr std::int64_t little = 20; // the sum is less than a twentieth of what moves
    if (std::abs(whole) * little > most || changes.empty())
        return {};
    std::ranges::sort(changes);
    QStringList rows;
    for (const auto& [more, name] : changes)
        rows << CostWords::tr("%1 %2").arg(name, signedCount(more));
    return CostWords::tr("Parameters move: %1.").arg(rows.join(comma()));
}

} // namespace widgets
