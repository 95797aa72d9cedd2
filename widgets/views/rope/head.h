#pragma once

// RopeHead: what the figure "rope" draws of a run: the rotation of a layer, the vectors of one head before and after it, and
// which query, key and pairs are looked at.

#include "core/analysis/rope_analysis.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <optional>

namespace widgets {

inline constexpr WholeOption pairOption{"pair", 0, WholeOption::many};
inline constexpr NumberOption positionOption{"position", 0, WholeOption::many}; // where the query stands
inline constexpr NumberOption baseOption{"base", 1, 1e12};                      // instead of the model's
inline constexpr NumberOption fractionOption{"fraction", 0, 1};                 // instead of the model's

/// The four, with the pairs and positions of the heads that are drawn: of the run that has more.
FigureOptions ropeHeadOptions(const FigureData& data);

struct RopeHead
{
    core::Rotation rotation; // with what the options say instead of the model's base and fraction
    core::Rope ofModel;
    bool isWhatIf = false;
    int layer = 0, head = 0;
    int query = 0, key = 0;
    int pair = 0;            // looked at
    bool isMostDifferent = false; // the pair was chosen for what differs between A and B
    std::vector<int> order;  // of all pairs, those first that have something to show: of A where two runs are compared
    double position = 0;     // where the query stands: its own place unless the options say another
    bool isMoved = false;
    core::Index tokens = 0;
    double scale = 1;        // of the scores
    Grid q, k;               // [token, d_head] before
    Grid turnedQ, turnedK;   // after, as recorded

    std::span<const float> vectorOf(const Grid& vectors, int token) const;
    core::PairProducts products() const;     // of query and key
    core::PairProducts meanProducts() const; // over all query ≥ key

    /// The pairs shown: the first of the order, from the fastest to the slowest.
    std::vector<int> shownPairs(int most) const;

    /// Positions of the angle map, distances of the curve.
    int positions() const;
    int distances() const;
};

/// Empty when the layer does not rotate or its vectors were not recorded. Without a chosen pair it is the one whose part
/// of the score the rotation changes most; where A and B are compared, the one whose angles at the query differ most between
/// them.
std::optional<RopeHead> ropeHeadOf(const FigureData& data, const RunResult& run);

/// The same for the run that is drawn.
std::optional<RopeHead> ropeHeadOf(const FigureData& data);

/// The rotation of a layer; null when its positions are of another kind, or the run does not say.
const core::Rope* ropeOf(const RunResult& run, int layer);

/// Name of the first tensor that is missing; empty when all are there.
std::string missingRopeTensor(const RunResult& run, int layer);

} // namespace widgets
