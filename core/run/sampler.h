#pragma once

// Sampler: how the next token is picked from the logits.

#include "core/base/tensor.h"
#include "core/text/tokenizer.h"

#include <cstdint>
#include <span>

namespace core {

/// temperature 0 is greedy; topK 0 and topP 1 switch the cuts off.
struct SamplerOptions
{
    double temperature = 0.0; // >= 0
    Index topK = 0;           // >= 0
    double topP = 1.0;        // > 0
    std::uint64_t seed = 0;
};

/// Throws Error{Usage} naming the option that cannot be.
void validate(const SamplerOptions& options);

/// The probability of each token to be picked [vocabulary]: logits / temperature, then top-k (ties with the k-th stay),
/// then softmax, then top-p (the fewest of the likeliest whose sum reaches topP; of equal ones the lower id first), then
/// renormalised: the order of `transformers`. Greedy: 1 for the first of the largest. NaN counts as −inf.
std::vector<double> samplingProbabilities(std::span<const float> logits, const SamplerOptions& options);

/// The picked token. `step` makes the draw of each position its own; the same options and step pick the same token on
/// every platform. REQUIRES: at least one logit.
TokenId sample(std::span<const float> logits, const SamplerOptions& options, std::uint64_t step);

} // namespace core
