#pragma once

// The most probable tokens of a row of logits.

#include "core/text/tokenizer.h"

#include <span>
#include <vector>

namespace core {

struct TokenProbability
{
    TokenId id = 0;
    float logit = 0;
    double probability = 0; // softmax over the whole row
};

/// The k largest logits, largest first, equal ones by id; fewer when the row is shorter. Logits that are NaN or −∞ have
/// probability 0 and come last, NaN after −∞. One or more +∞ share the whole probability.
std::vector<TokenProbability> topK(std::span<const float> logits, int k);

/// The softmax of one of the logits over all of them, as topK() has it. REQUIRES: the id is inside.
double probabilityOf(std::span<const float> logits, TokenId id);

} // namespace core
