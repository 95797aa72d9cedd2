#pragma once

// What the pages of cost are made of: the operations of a run with what they cost and the times that were measured, or that the
// recipe of a file holds.

#include "core/analysis/operation_time.h"
#include "widgets/figure/sides.h"

#include <QCoreApplication>

#include <vector>

namespace widgets {

/// The context of the words of these pages.
struct CostWords
{
    Q_DECLARE_TR_FUNCTIONS(Cost)
};

/// A run's operations with their times, in the order of the pass.
struct MeasuredCost
{
    core::TextLength length;
    std::vector<core::OperationCost> operations;
    core::OperationTimes times; // one for each operation

    std::size_t bytes() const { return operations.size() * sizeof(core::OperationCost) + times.bytes(); }
};

/// A sum over some operations, or the difference of two. The time is that of the middle passes, from `low` to `high` its range
/// (core::TimeRange), those of its operations added.
struct CostSum
{
    std::int64_t parameters = 0;
    double flops = 0, bytes = 0, nanoseconds = 0, low = 0, high = 0;
    int passes = 0; // 0: of nothing that takes time

    CostSum& operator+=(const CostSum& other);
    CostSum operator-(const CostSum& other) const;
    double milliseconds() const { return nanoseconds / 1e6; }

    /// Of a difference: whether the time is another one, and not chance, which often puts three passes of each apart.
    bool isMeasurable() const { return passes > 3 && (low > 0 || high < 0); }
};

/// The sum over the operations that `counts` says yes to.
template <class Counts>
CostSum costSum(const MeasuredCost& cost, const Counts& counts)
{
    CostSum sum;
    for (std::size_t i = 0; i < cost.operations.size(); ++i)
        if (const core::OperationCost& one = cost.operations[i]; counts(one))
            sum += {one.parameters, one.flops(), one.bytes, double(cost.times.operations[i].middle),
                double(cost.times.operations[i].low), double(cost.times.operations[i].high), cost.times.passes};
    return sum;
}
CostSum wholeCost(const MeasuredCost& cost);

/// The same with the time of a pass that has no clock inside: what two models are compared by.
CostSum passCost(const MeasuredCost& cost);

/// What belongs together where there is little room, and in sentences.
enum class CostGroup
{
    Tables, // embedding and unembedding
    Norms,
    Projections,
    Attention, // scores, softmax, values; a mixer
    FeedForward,
    Sums
};
inline constexpr int costGroups = int(CostGroup::Sums) + 1;
CostGroup groupOf(core::Operation operation);

/// In the current language.
QString operationName(core::Operation operation);
QString groupName(CostGroup group, const MeasuredCost& cost);

/// A setup on the text of a trace, and what a recipe has of its times.
struct CostOf
{
    core::SetupPtr setup;
    core::TracePtr trace;
    QVariantMap kept;
};

struct CostsInTurns
{
    std::vector<MeasuredCost> costs;
    std::size_t bytes() const;
};

/// Measured in turns, so that they can be compared, unless `kept` has the times of all of them. On the worker. Throws as
/// core::measuredInTurns() does.
CostsInTurns measureCosts(const std::vector<CostOf>& all, const core::RunControl& control);

/// What a recipe keeps of its times.
QVariantMap timesToKeep(const MeasuredCost& cost);

/// "0.91 ms to 1.02 ms": the range of a pass.
QString spreadText(const MeasuredCost& cost);

/// Whether two models take different times: their ranges do not overlap, and are of more than a few passes.
bool differMeasurably(const MeasuredCost& a, const MeasuredCost& b);

/// Measured on the worker, of both runs where there are two.
Needs costNeeds(const FigureData& data);
const MeasuredCost* costOf(const FigureData& data, const RunPtr& run); // null: not there

/// What the recipe of a file holds of this run; empty: it is measured. Of a value that is part of an id in words too.
QVariantMap keptOf(const FigureData& data, const RunPtr& run);
std::string wordsOf(const QVariantMap& kept);

/// FigureInfo::measured of the figure.
QVariantMap measuredNumbers(const FigureData& data);

/// Why a run has no cost: no text, no model.
QString whyNoCost(const FigureData& data);

} // namespace widgets
