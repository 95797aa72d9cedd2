#pragma once

// Statistics of the numbers of a tensor, as the inspector and the colour scales show them. Numbers that are not finite are
// counted and left out of everything else.

#include <cstddef>
#include <span>
#include <vector>

namespace core {

struct Statistics
{
    std::size_t count = 0;    // all numbers
    std::size_t finite = 0;
    std::size_t nan = 0;
    std::size_t infinite = 0; // +∞
    std::size_t masked = 0;   // −∞: what a mask hides
    double min = 0;           // of the finite ones, 0 when there are none
    double max = 0;
    double mean = 0;
    double standardDeviation = 0; // of the whole population
    double norm = 0;              // √(sum of squares)
};

Statistics statisticsOf(std::span<const float> values);

/// How many finite values fall into each of `bins` equal parts of [min, max]; the last one holds max itself. Values
/// outside are left out; min = max puts all that equal it into the middle bin. REQUIRES: bins >= 1, min <= max, both finite.
std::vector<std::size_t> histogram(std::span<const float> values, int bins, double min, double max);

/// The value below which `fraction` (0..1) of the finite values lie, interpolated between neighbours; 0 when there are
/// none. More than `most` values are sampled at equal steps, so that a large tensor costs little.
double percentile(std::span<const float> values, double fraction, std::size_t most = 1u << 20);

} // namespace core
