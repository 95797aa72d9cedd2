#include "core/analysis/half_softmax.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// NaN is ignored, as by the sampler.
float largestOf(std::span<const float> logits)
{
    float largest = -std::numeric_limits<float>::infinity();
    for (const float logit : logits)
        largest = logit > largest ? logit : largest;
    return largest;
}

double logSumExp(std::span<const float> logits)
{
    const double largest = double(largestOf(logits));
    double sum = 0;
    for (const float logit : logits)
        sum += std::isnan(logit) ? 0.0 : std::exp(double(logit) - largest);
    return largest + std::log(sum);
}

} // namespace

float halfExponential(float x) { return float(Eigen::half(std::exp(float(Eigen::half(x))))); }

HalfSoftmax halfSoftmax(std::span<const float> logits, const HalfSoftmaxOptions& options, std::span<const TokenId> shown)
{
    HalfSoftmax result;
    const Eigen::half largest = Eigen::half(options.subtractsLargest ? largestOf(logits) + options.shift : 0.0F);
    result.subtracted = float(largest);
    const auto exponential
        = [&](float logit) { return Eigen::half(halfExponential(float(Eigen::half(logit + options.shift) - largest))); };
    Eigen::half sum(0.0F);
    for (const float logit : logits) {
        const Eigen::half power = exponential(logit);
        sum = sum + power;
        result.infinite += std::isinf(float(power));
        result.lost += std::isfinite(logit) && float(power) == 0.0F;
    }
    result.sum = float(sum);
    for (const TokenId id : shown)
        result.probabilities.push_back(float(exponential(logits[std::size_t(id)]) / sum));
    return result;
}

double zLoss(double logZ) { return 1e-4 * logZ * logZ; }

std::vector<Normaliser> normalisers(const Tensor& logits, float shift, const RunControl& control)
{
    std::vector<Normaliser> all;
    for (Index token = 0; token < logits.rows(); ++token) {
        control.check();
        control.progress(double(token) / double(logits.rows()), "logits");
        const std::span<const float> row(logits.row(token), std::size_t(logits.columns()));
        all.push_back({.logZ = logSumExp(row) + double(shift),
            .plainSum = halfSoftmax(row, {.subtractsLargest = false, .shift = shift}).sum,
            .shiftedSum = halfSoftmax(row, {.subtractsLargest = true, .shift = shift}).sum});
    }
    return all;
}

} // namespace core
