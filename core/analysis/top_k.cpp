#include "core/analysis/top_k.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

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

    // Largest subtracted: no power overflows. Where the largest is +∞, each +∞ counts 1 and all else 0.
    const float largest = logits[std::size_t(order.front())];
    const auto power = [&](float logit) {
        if (std::isnan(logit) || (std::isinf(logit) && logit < 0))
            return 0.0;
        if (std::isinf(largest))
            return logit == largest ? 1.0 : 0.0;
        return std::exp(double(logit) - double(largest));
    };
    double sum = 0;
    for (const float logit : logits)
        sum += power(logit);

    std::vector<TokenProbability> result;
    for (std::size_t i = 0; i < count; ++i) {
        const float logit = logits[std::size_t(order[i])];
        result.push_back({order[i], logit, sum > 0 ? power(logit) / sum : 0.0});
    }
    return result;
}

} // namespace core
