#pragma once

// The penalty of distance (ALiBi) in numbers that need no run: its matrix at any length, how far a head then looks, the rule
// behind the slopes; and how much scores of the same distance differ, which is what absolute positions do and ALiBi does not.

#include "core/base/tensor.h"

#include <optional>
#include <span>
#include <vector>

namespace core {

/// −slope · |query − key|, row by row of queries; −inf for keys after the query unless `seesAll`. With block > 1 a cell is
/// `block` queries and keys and has the farthest pair that is seen in it; the last row and column may be of fewer.
/// Result: ⌈length / block⌉² numbers. REQUIRES: length >= 0, block >= 1.
std::vector<float> penaltyMatrix(double slope, Index length, Index block, bool seesAll);

/// Mean distance Σ p·d from the last of `length` tokens to what it looks at when all contents are equal: p ∝ exp(−slope·d)
/// over d = 0 … length − 1. REQUIRES: length >= 1.
double reachOfEqualContents(double slope, Index length);

/// The ratio of each slope to the one before it, when it is the same everywhere (geometric); nothing with fewer than two.
std::optional<double> commonRatio(std::span<const double> slopes);

/// The scores of all pairs of one distance.
struct DistanceSpread
{
    Index distance = 0; // query − key
    Index pairs = 0; // with a finite score
    double mean = 0;
    double least = 0;
    double most = 0;
    double size = 0; // mean of |score|
    double width() const { return most - least; }
};

/// Distances 0 … length − 1 of scores [query, key] of `length` tokens each; a distance without a finite score is left out.
/// REQUIRES: scores.size() == length · length.
std::vector<DistanceSpread> spreadByDistance(std::span<const float> scores, Index length);

} // namespace core
