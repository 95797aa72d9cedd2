#include "core/analysis/distance_penalty.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace core {

std::vector<float> penaltyMatrix(double slope, Index length, Index block, bool seesAll)
{
    assert(length >= 0 && block >= 1);
    const Index side = (length + block - 1) / block;
    std::vector<float> penalty(std::size_t(side * side), -std::numeric_limits<float>::infinity());
    const auto m = float(slope); // in single precision, as the pass computes it
    const auto last = [&](Index cell) { return std::min(length, (cell + 1) * block) - 1; };
    for (Index row = 0; row < side; ++row)
        for (Index column = 0; column < (seesAll ? side : row + 1); ++column) {
            const Index before = last(row) - column * block, after = last(column) - row * block; // the farthest pairs
            penalty[std::size_t(row * side + column)] = -m * float(seesAll ? std::max(before, after) : before);
        }
    return penalty;
}

double reachOfEqualContents(double slope, Index length)
{
    assert(length >= 1);
    // Distances whose weight is the largest are first or last: scaled to it, nothing overflows for a negative slope.
    const double best = slope < 0 ? double(length - 1) : 0;
    double weights = 0, distances = 0;
    for (Index d = 0; d < length; ++d) {
        const double weight = std::exp(-slope * (double(d) - best));
        weights += weight;
        distances += weight * double(d);
    }
    return distances / weights;
}

std::optional<double> commonRatio(std::span<const double> slopes)
{
    if (slopes.size() < 2 || slopes[0] == 0)
        return std::nullopt;
    const double ratio = slopes[1] / slopes[0];
    for (std::size_t i = 1; i < slopes.size(); ++i)
        if (!(std::abs(slopes[i] - slopes[i - 1] * ratio) <= 1e-9 * std::abs(slopes[i])))
            return std::nullopt;
    return ratio;
}

std::vector<DistanceSpread> spreadByDistance(std::span<const float> scores, Index length)
{
    assert(Index(scores.size()) == length * length);
    std::vector<DistanceSpread> spreads;
    for (Index distance = 0; distance < length; ++distance) {
        DistanceSpread spread{distance, 0, 0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        for (Index query = distance; query < length; ++query) {
            const auto score = double(scores[std::size_t(query * length + query - distance)]);
            if (!std::isfinite(score))
                continue;
            ++spread.pairs;
            spread.mean += score;
            spread.size += std::abs(score);
            spread.least = std::min(spread.least, score);
            spread.most = std::max(spread.most, score);
        }
        if (spread.pairs == 0)
            continue;
        spread.mean /= double(spread.pairs);
        spread.size /= double(spread.pairs);
        spreads.push_back(spread);
    }
    return spreads;
}

} // namespace core
