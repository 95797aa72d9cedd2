#pragma once

// Sampler: how the next token is picked from the logits.

#include "core/base/tensor.h"
#include "core/text/tokenizer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// temperature 0 is greedy; topK 0, topP 1, minP 0 and repetitionPenalty 1 switch the others off.
struct SamplerOptions
{
    double temperature = 0.0; // >= 0
    Index topK = 0;           // >= 0
    double topP = 1.0;        // > 0, at most 1
    double minP = 0.0;        // 0..1, of the largest probability
    double repetitionPenalty = 1.0; // > 0; Keskar et al. 2019, "CTRL", section 4.1
    std::uint64_t seed = 0;
};

/// Throws Error{Usage} naming the option that cannot be.
void validate(const SamplerOptions& options);

/// What the options make of the logits, token by token [vocabulary].
struct NextTokenCut
{
    std::vector<double>
        before; // softmax after the penalty and the temperature (greedy: temperature 1), before the cuts; sums to 1
    std::vector<double> after;  // what is drawn from: 0 where a cut took it; sums to 1
    Index kept = 0;             // tokens with `after` > 0
    double keptBefore = 0;      // sum of `before` over those
};

/// In the order of `transformers`: the repetition penalty (the logits of `seen` tokens, each once: above 0 divided, below 0
/// multiplied), logits / temperature, top-k (ties with the k-th stay), softmax, top-p (the fewest of the likeliest whose sum
/// reaches topP; of equal ones the lower id first), min-p (what has less than minP of the largest goes), each renormalised.
/// Greedy: `after` is 1 for the first of the largest. NaN counts as −inf. `seen`: the text so far; ids outside the vocabulary are
/// ignored. REQUIRES: at least one logit.
NextTokenCut nextTokenCut(std::span<const float> logits, const SamplerOptions& options, std::span<const TokenId> seen = {});

/// NextTokenCut::after alone.
std::vector<double> samplingProbabilities(
    std::span<const float> logits, const SamplerOptions& options, std::span<const TokenId> seen = {});

/// The token that a draw takes from these probabilities [vocabulary]. `step` makes the draw of each position its own; the same
/// seed and step draw the same on every platform.
TokenId drawnToken(std::span<const double> probabilities, std::uint64_t seed, std::uint64_t step);

/// The picked token: drawnToken() of samplingProbabilities(). REQUIRES: at least one logit.
TokenId sample(
    std::span<const float> logits, const SamplerOptions& options, std::uint64_t step, std::span<const TokenId> seen = {});

} // namespace core
