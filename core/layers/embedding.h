#pragma once

// The two ends of a model: token ids to vectors, vectors to logits.

#include "core/layers/attention.h"
#include "core/text/tokenizer.h"

#include <span>

namespace core {

/// Rows of embed.weight [vocabulary, d_model] times the embedding multiplier, plus what the position family adds:
/// [token, d_model]. Records embed and pos_embed.
Tensor runEmbedding(const Scope& model, const ModelConfig& config, std::span<const TokenId> ids, const TokenPlaces& places);

/// logits [rows, vocabulary] of h [rows, d_model]: the tied embedding or unembed.weight, plus unembed.bias. Recorded by the
/// caller.
void runUnembedding(const Scope& model, const ModelConfig& config, const Tensor& h, Tensor& logits);

} // namespace core
