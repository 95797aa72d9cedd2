#include "core/analysis/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace core {

Statistics statisticsOf(std::span<const float> values)
{
    Statistics result;
    result.count = values.size();
    double sum = 0;
    double squares = 0;
    for (const float value : values) {
        if (std::isnan(value)) {
            ++result.nan;
        } else if (std::isinf(value)) {
            ++(value > 0 ? result.infinite : result.masked);
        } else {
            result.min = result.finite == 0 ? double(value) : std::min(result.min, double(value));
            result.max = result.finite == 0 ? double(value) : std::max(result.max, double(value));
            sum += double(value);
            squares += double(value) * double(value);
            ++result.finite;
        }
    }
    if (result.finite == 0)
        return result;
    result.mean = sum / double(result.finite);
    result.norm = std::sqrt(squares);

    double deviations = 0; // in a second pass: the difference of two large sums would lose the small spread
    for (const float value : values)
        if (std::isfinite(value))
            deviations += (double(value) - result.mean) * (double(value) - result.mean);
    result.standardDeviation = std::sqrt(deviations / double(result.finite));
    return result;
}

std::vector<std::size_t> histogram(std::span<const float> values, int bins, double min, double max)
{
    assert(bins >= 1 && min <= max);
    std::vector<std::size_t> counts(std::size_t(bins), 0);
    for (const float value : values) {
        if (!std::isfinite(value) || double(value) < min || double(value) > max)
            continue;
        const double place = max > min ? (double(value) - min) / (max - min) * bins : bins / 2;
        ++counts[std::min(std::size_t(place), counts.size() - 1)];
    }
    return counts;
}

double percentile(std::span<const float> values, double fraction, std::size_t most)
{
    assert(most >= 1);
    const std::size_t step = std::max<std::size_t>(1, (values.size() + most - 1) / most);
    std::vector<float> sample;
    sample.reserve(values.size() / step + 1);
    for (std::size_t i = 0; i < values.size(); i += step)
        if (std::isfinite(values[i]))
            sample.push_back(values[i]);
    if (sample.empty())
        return 0;

    const double place = std::clamp(fraction, 0.0, 1.0) * double(sample.size() - 1);
    const auto below = std::size_t(place);
    const auto at = sample.begin() + std::ptrdiff_t(below);
    std::nth_element(sample.begin(), at, sample.end());
    const double low = double(*at);
    if (below + 1 == sample.size())
        return low;
    const double high = double(*std::min_element(at + 1, sample.end()));
    return low + (high - low) * (place - double(below));
}

} // namespace core
