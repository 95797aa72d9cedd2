#pragma once

// Token directions: vectors of the stream that stand for a token, to be added to it: what its row of the embedding puts in, and what
// its logit is the product with, as far as it differs from that of the others.

#include "core/base/token_id.h"
#include "core/run/model.h"

#include <vector>

namespace core {

/// Row `token` of embed.weight [d_model]. Empty where the tables have another width than the stream. REQUIRES: a token of the
/// vocabulary.
std::vector<float> embeddingDirection(const Setup& setup, TokenId token);

/// Row `token` of the matrix of the logits [d_model]: of the tied embedding, or unembed.weight. Empty as above, and without a linear
/// output head.
std::vector<float> unembeddingDirection(const Setup& setup, TokenId token);

/// The same row less the mean of all rows: what all have in common moves every logit alike, which softmax does not see. Reads the
/// whole matrix. Empty as above.
std::vector<float> directionTowards(const Setup& setup, TokenId token);

} // namespace core
