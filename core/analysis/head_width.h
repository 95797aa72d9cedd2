#pragma once

// HeadWidth: what dividing by √d does: how far the scores of a row spread and how sharp its softmax is, when only the first d
// numbers of queries and keys are multiplied; of a head of a run, and of random vectors of any width.

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace core {

inline constexpr double saturatedWeight = 0.99; // of the largest weight of a row
inline constexpr Index maxWidthQueries = 256;   // rows that are looked at, evenly spaced
inline constexpr Index maxRandomWidth = 1024;

/// Means over the rows with at least two visible keys.
struct WidthSpread
{
    Index width = 0;
    double deviation = 0; // root of the mean variance of the scores within a row
    double entropy = 0;   // nats
    double saturated = 0; // share of the rows whose largest weight is above saturatedWeight
};

struct WidthCourse
{
    std::vector<WidthSpread> plain, divided; // without and with ÷√d
};

/// Cells that a row may see; [query, key].
using Visible = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// 1, 2, 4 … and the whole width.
std::vector<Index> widthsUpTo(Index width);

/// q [query, d], k [key, d]. A point for each of widthsUpTo(d). Empty where no row sees two keys.
WidthCourse widthCourse(const Matrix& q, const Matrix& k, const Visible& visible, const RunControl& control);

/// A head and random vectors of unit variance under the same mask.
struct HeadWidths
{
    WidthCourse head, random;
    double evenEntropy = 0; // nats: mean of ln(visible keys)
    Index queries = 0;      // rows that were looked at
    Index allQueries = 0;
};

/// What is multiplied in this head: queries and keys as they meet, after norms and rotation. Empty when queries, keys or scores
/// were not recorded, or no query sees two keys.
std::optional<HeadWidths> headWidths(const Trace& trace, int layer, int head, const RunControl& control);

} // namespace core
