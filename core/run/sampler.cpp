#include "core/run/sampler.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

std::size_t firstOfLargest(std::span<const float> logits)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < logits.size(); ++i)
        if (logits[i] > logits[best] || (std::isnan(logits[best]) && !std::isnan(logits[i])))
            best = i;
    return best;
}

/// All below the k-th largest become −inf.
void keepTopK(std::vector<double>& scores, Index k)
{
    if (k <= 0 || std::size_t(k) >= scores.size())
        return;
    std::vector<double> sorted = scores;
    std::nth_element(sorted.begin(), sorted.begin() + (k - 1), sorted.end(), std::greater<>());
    const double least = sorted[std::size_t(k - 1)];
    for (double& score : scores)
        if (score < least)
            score = never;
}

void normalise(std::vector<double>& weights)
{
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights)
        weight /= sum;
}

/// Only the likeliest stay whose sum first reaches p; at least one.
void keepTopP(std::vector<double>& probabilities, double p)
{
    if (p >= 1.0)
        return;
    std::vector<std::size_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
    double sum = 0;
    for (const std::size_t id : order) {
        const double probability = probabilities[id];
        if (sum >= p)
            probabilities[id] = 0;
        sum += probability;
    }
    normalise(probabilities);
}

[[noreturn]] void refuse(const char* option, const char* expected, const std::string& found)
{
    throw Error({ErrorKind::Usage, {}, option, CUTAWAY_TR("not a legal value"), expected, found});
}

} // namespace

void validate(const SamplerOptions& options)
{
    if (!(std::isfinite(options.temperature) && options.temperature >= 0))
        refuse("temperature", "a number from 0 on", std::to_string(options.temperature));
    if (options.topK < 0)
        refuse("top-k", "an integer from 0 on, 0 = off", std::to_string(options.topK));
    if (!(options.topP > 0 && options.topP <= 1))
        refuse("top-p", "above 0, at most 1", std::to_string(options.topP));
}

std::vector<double> samplingProbabilities(std::span<const float> logits, const SamplerOptions& options)
{
    std::vector<double> weights(logits.size(), 0.0);
    const std::size_t best = firstOfLargest(logits);
    if (options.temperature == 0 || !std::isfinite(logits[best])) {
        weights[best] = 1;
        return weights;
    }

    for (std::size_t i = 0; i < logits.size(); ++i)
        weights[i] = std::isnan(logits[i]) ? never : double(logits[i]) / options.temperature;
    keepTopK(weights, options.topK);

    const double largest = double(logits[best]) / options.temperature;
    for (double& weight : weights)
        weight = weight == largest ? 1.0 : std::exp(weight - largest); // inf − inf at temperatures next to 0
    normalise(weights);
    keepTopP(weights, options.topP);
    return weights;
}

TokenId sample(std::span<const float> logits, const SamplerOptions& options, std::uint64_t step)
{
    const std::vector<double> probabilities = samplingProbabilities(logits, options);
    const double draw = uniformNumber(rowStream(options.seed, "sample", 0), step);
    double sum = 0;
    std::size_t picked = 0;
    for (std::size_t id = 0; id < probabilities.size(); ++id) {
        if (probabilities[id] <= 0)
            continue;
        picked = id; // the last possible one when rounding leaves the sum short of 1
        sum += probabilities[id];
        if (draw < sum)
            break;
    }
    return TokenId(picked);
}

} // namespace core
