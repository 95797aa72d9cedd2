#pragma once

// The distribution that a row of logits stands for: sums in doubles, shifted by the largest logit. A logit of −∞ has probability 0.

#include "core/base/token_id.h"

#include <span>

namespace core {

/// log Σ exp; −∞ where every logit is −∞, not finite where one is +∞ or NaN.
double logSumOf(std::span<const float> logits);

/// −log p of a token, nats; NaN where logSumOf() is not finite. REQUIRES: the id is in the row.
double surpriseOf(std::span<const float> logits, TokenId id);

/// −Σ p·log p, nats; NaN as above.
double entropyOf(std::span<const float> logits);

/// KL(p ‖ q) of two rows of the same length, nats; ∞ where q excludes what p does not, NaN as above.
double divergenceOfLogits(std::span<const float> p, std::span<const float> q);

} // namespace core
