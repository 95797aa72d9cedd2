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

std::size_t firstOfLargest(const std::vector<double>& scores)
{
    return std::size_t(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

/// Logits as they are compared: NaN is −inf, tokens of the text so far are penalised once each.
std::vector<double> penalised(std::span<const float> logits, double penalty, std::span<const TokenId> seen)
{
    std::vector<double> scores(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i)
        scores[i] = std::isnan(logits[i]) ? never : double(logits[i]);
    if (penalty == 1)
        return scores;
    std::vector<TokenId> once(seen.begin(), seen.end());
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    for (const TokenId id : once)
        if (id >= 0 && std::size_t(id) < scores.size())
            scores[std::size_t(id)]
                = scores[std::size_t(id)] > 0 ? scores[std::size_t(id)] / penalty : scores[std::size_t(id)] * penalty;
    return scores;
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

/// e^(score − largest), normalised. REQUIRES: `largest` is finite.
std::vector<double> softmaxOf(std::vector<double> scores, double largest)
{
    for (double& score : scores)
        score = score == largest ? 1.0 : std::exp(score - largest); // inf − inf at temperatures next to 0
    normalise(scores);
    return scores;
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

/// What has less than this share of the largest goes; the largest stays.
void keepMinP(std::vector<double>& probabilities, double share)
{
    if (share <= 0)
        return;
    const double least = share * *std::max_element(probabilities.begin(), probabilities.end());
    for (double& probability : probabilities)
        if (probability < least)
            probability = 0;
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
    if (!(options.minP >= 0 && options.minP <= 1))
        refuse("min-p", "0 to 1, 0 = off", std::to_string(options.minP));
    if (!(std::isfinite(options.repetitionPenalty) && options.repetitionPenalty > 0))
        refuse("repetition-penalty", "a number above 0, 1 = off", std::to_string(options.repetitionPenalty));
}

NextTokenCut nextTokenCut(std::span<const float> logits, const SamplerOptions& options, std::span<const TokenId> seen)
{
    NextTokenCut cut;
    std::vector<double> scores = penalised(logits, options.repetitionPenalty, seen);
    const std::size_t best = firstOfLargest(scores);
    const bool isGreedy = options.temperature == 0;
    if (!isGreedy)
        for (double& score : scores)
            score /= options.temperature;
    const double largest = scores[best];
    const bool hasDistribution = std::isfinite(double(logits[best])) && std::isfinite(largest);
    if (hasDistribution)
        cut.before = softmaxOf(scores, largest);
    if (isGreedy || !hasDistribution) {
        cut.after.assign(logits.size(), 0.0);
        cut.after[best] = 1;
        if (!hasDistribution)
            cut.before = cut.after;
    } else {
        keepTopK(scores, options.topK);
        cut.after = softmaxOf(std::move(scores), largest);
        keepTopP(cut.after, options.topP);
        keepMinP(cut.after, options.minP);
    }
    for (std::size_t id = 0; id < cut.after.size(); ++id)
        if (cut.after[id] > 0) {
            ++cut.kept;
            cut.keptBefore += cut.before[id];
        }
    return cut;
}

std::vector<double> samplingProbabilities(
    std::span<const float> logits, const SamplerOptions& options, std::span<const TokenId> seen)
{
    return nextTokenCut(logits, options, seen).after;
}

TokenId drawnToken(std::span<const double> probabilities, std::uint64_t seed, std::uint64_t step)
{
    const double draw = uniformNumber(rowStream(seed, "sample", 0), step);
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

TokenId sample(std::span<const float> logits, const SamplerOptions& options, std::uint64_t step, std::span<const TokenId> seen)
{
    return drawnToken(samplingProbabilities(logits, options, seen), options.seed, step);
}

} // namespace core
