#pragma once

// The two ends of a model: token ids to vectors, vectors to logits.

#include "core/base/token_id.h"
#include "core/layers/attention.h"
#include "core/model/model_config.h"

#include <span>

namespace core {

/// What enters the first block, and what of it stems from positions.
struct Embedded
{
    Tensor stream;       // [token, d_model]
    Tensor positionPart; // [token, d_model]; empty without added positions
};

/// Where tokens are in a table of positions: as `positions` says, unless the model has a padding id. Then tokens of that id
/// are at −1 and do not count.
std::vector<Index> countedPositions(const ModelConfig& config, std::span<const TokenId> ids, std::vector<Index> positions);

/// Rows of embed.weight [vocabulary, d_model] times the embedding multiplier, plus the position family's and the token type's
/// row, then ln_embed. A table of another width than the stream is brought to it by embed_in.weight [d_model, width], at once or,
/// with a bias, at the end. Records embed, pos_embed, token_type_embed, ln_embed. `stack` is the root or "encoder", `blocks` its
/// layers.
Embedded runEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks,
    std::span<const TokenId> ids, const TokenPlaces& places);

/// DeBERTa's table of distances, rel_embed [2 · buckets, d_model], normalised by ln_rel; empty for other positions.
Tensor runRelativeEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks);

/// logits [rows, vocabulary] = cap((W·h + b) · scale) of h [rows, d_model], through the head where there is one. W is the tied
/// embedding or unembed.weight, b unembed.bias. A table narrower than the stream is met by embed_out.weight [width, d_model],
/// or by the head itself. Recorded by the caller. Records head.pre, head.post, head.ln.
void runUnembedding(const Scope& model, const ModelConfig& config, const Tensor& h, Tensor& logits);

/// What the way back through the ends is given besides: the run's ids and places.
struct EmbeddingInput
{
    const ModelConfig& config;
    const std::vector<BlockConfig>& blocks;
    std::span<const TokenId> ids;
    const TokenPlaces& places;
};

/// Back through runEmbedding from the gradient of what entered the first block [token, d_model].
void embeddingBackward(const BackScope& stack, const EmbeddingInput& in, const Tensor& dStream);

/// Back through runRelativeEmbedding, from the gradient of what it returned.
void relativeEmbeddingBackward(const BackScope& stack, const EmbeddingInput& in, const Tensor& dRows);

/// Back through runUnembedding: the gradient of h from that of the logits, all rows.
Tensor unembeddingBackward(const BackScope& model, const ModelConfig& config, const Tensor& h, const Tensor& dLogits);

} // namespace core
