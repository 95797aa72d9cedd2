#include "core/base/logit_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

} // namespace

double logSumOf(std::span<const float> logits)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (const float logit : logits)
        largest = std::max(largest, double(logit));
    if (!std::isfinite(largest))
        return largest;
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - largest);
    return largest + std::log(sum);
}

double surpriseOf(std::span<const float> logits, TokenId id)
{
    const double logSum = logSumOf(logits);
    return std::isfinite(logSum) ? logSum - double(logits[std::size_t(id)]) : unknown;
}

double entropyOf(std::span<const float> logits)
{
    const double logSum = logSumOf(logits);
    if (!std::isfinite(logSum))
        return unknown;
    double entropy = 0;
    for (const float logit : logits)
        if (const double logP = double(logit) - logSum; std::isfinite(logP))
            entropy -= std::exp(logP) * logP;
    return std::max(0.0, entropy);
}

double divergenceOfLogits(std::span<const float> p, std::span<const float> q)
{
    const double ofP = logSumOf(p), ofQ = logSumOf(q);
    if (!std::isfinite(ofP) || !std::isfinite(ofQ))
        return unknown;
    double divergence = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (const double logP = double(p[i]) - ofP; std::isfinite(logP))
            divergence += std::exp(logP) * (logP - (double(q[i]) - ofQ));
    return std::max(0.0, divergence);
}

} // namespace core
