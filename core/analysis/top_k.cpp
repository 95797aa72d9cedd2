#include "core/analysis/top_k.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

/// Largest subtracted: no power overflows. Where the largest is +∞, each +∞ counts 1 and all else 0.
double powerOf(float logit, float largest)
{
    if (std::isnan(logit) || (std::isinf(logit) && logit < 0))
        return 0.0;
    if (std::isinf(largest))
        return logit == largest ? 1.0 : 0.0;
    return std::exp(double(logit) - double(largest));
}

double sumOfPowers(std::span<const float> logits, float largest)
{
    double sum = 0;
    for (const float logit : logits)
        sum += powerOf(logit, largest);
    return sum;
}

} // namespace

std::vector<TokenProbability> topK(std::span<const float> logits, int k)
{
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const auto isBefore = [&](TokenId a, TokenId b) {
        const float x = logits[std::size_t(a)];
        const float y = logits[std::size_t(b)];
        if (std::isnan(x) || std::isnan(y))
            return std::isnan(x) == std::isnan(y) ? a < b : std::isnan(y);
        return x != y ? x > y : a < b;
    };
    const std::size_t count = std::min(logits.size(), std::size_t(std::max(k, 0)));
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(), isBefore);
    if (count == 0)
        return {};

    const float largest = logits[std::size_t(order.front())];
    const double sum = sumOfPowers(logits, largest);

    std::vector<TokenProbability> result;
    for (std::size_t i = 0; i < count; ++i) {
        const float logit = logits[std::size_t(order[i])];
        result.push_back({order[i], logit, sum > 0 ? powerOf(logit, largest) / sum : 0.0});
    }
    return result;
}

double probabilityOf(std::span<const float> logits, TokenId id)
{
    float largest = -std::numeric_limits<float>::infinity();
    for (const float logit : logits)
        largest = std::isnan(logit) ? largest : std::max(largest, logit);
    const double sum = sumOfPowers(logits, largest);
    return sum > 0 ? powerOf(logits[std::size_t(id)], largest) / sum : 0.0;
}

} // namespace core
