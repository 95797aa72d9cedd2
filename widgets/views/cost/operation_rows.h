#pragma once

// The rows of the table of costs: operations, or groups of them, or layers, of one run or as the difference of two.

#include "widgets/views/cost/numbers.h"
#include "widgets/views/cost/operation_table.h"

namespace widgets {

/// A name with its sum.
struct NamedCost
{
    QString name;
    CostSum sum;
    bool isTied = false; // its matrix is the table of the embedding
};

/// One a row; empty where there is nothing of it.
std::vector<NamedCost> costsByOperation(const MeasuredCost& cost);
std::vector<NamedCost> costsByGroup(const MeasuredCost& cost);

/// The embedding, the layers, the output; `maxRows` of them at most: then several layers are one row.
std::vector<NamedCost> costsByLayer(const MeasuredCost& cost, int maxRows);

/// What a table shows of a run: all rows, and fewer for a small place.
struct CostRows
{
    std::vector<NamedCost> all, fewer;
};
inline CostRows rowsByOperation(const MeasuredCost& cost) { return {costsByOperation(cost), costsByGroup(cost)}; }

/// "Sum".
QString sumTitle();

/// Parameters, FLOPs, bytes and time.
std::vector<TableColumn> differenceColumns();

/// The table of B − A. REQUIRES: both are there.
TableContent differenceTable(const Drawing& drawing, const QString& title, CostRows ofA, CostRows ofB);

/// FLOPs as people write them: "1.23 M", "4.56 G".
QString flopsText(double flops);

/// Of one run: numbers, its share of all FLOPs and of all time.
std::vector<TableRow> shareRows(const std::vector<NamedCost>& rows, const CostSum& whole);

/// Of two runs with the same names: the times of both, as parts of the longer whole.
std::vector<TableRow> pairRows(
    const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA, const CostSum& wholeB);

/// B − A: the differences, FLOPs and time as parts of all of A. A time that does not differ measurably is "≈ 0" and has no bar.
std::vector<TableRow> differenceRows(const std::vector<NamedCost>& a, const std::vector<NamedCost>& b, const CostSum& wholeA);

/// B − A of a whole pass as one such row.
TableRow wholeDifference(const QString& name, const MeasuredCost& a, const MeasuredCost& b);

/// 0 of nothing.
double part(double of, double whole);

/// The sum of the row of this name; zeros where there is none.
const CostSum& sumOf(const std::vector<NamedCost>& rows, const QString& name);

/// "+1,024", "+16.9 k", "−6.79 µs", "+3.1 %".
QString signedCount(std::int64_t count);
QString signedFlops(double flops);
QString signedTime(const CostSum& more);
QString signedPercent(double fraction);

/// The names of either, each once, in the order of the pass.
void alignNames(std::vector<NamedCost>& a, std::vector<NamedCost>& b);

/// The same for tables of two, those in front whose FLOPs, or else bytes, differ the most: what is known, not what chance
/// measures.
void alignRows(CostRows& a, CostRows& b);

} // namespace widgets
