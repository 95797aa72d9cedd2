#pragma once

// Attention over the tokens of a text (runAttention) or from them to another text (runCrossAttention): projections, norms of
// queries and keys, rotation, cache; scores and mixing are in scores.h. Latent attention has a pair of its own.

#include "core/layers/block_config.h"
#include "core/layers/scores.h"

namespace core {

/// What an attention is given.
struct AttentionInput
{
    const BlockConfig& config;
    const Tensor& x; // [token, d_model]
    const TokenPlaces& places;
    LayerCache* cache = nullptr;               // null: no earlier tokens
    const Tensor* relativeEmbedding = nullptr; // [bucket, d_model], of disentangled positions
    const Tensor* positionPart = nullptr;      // [token, d_model]: what of x stems from added positions; null = unknown

    Index dModel() const { return x.columns(); }
};

/// attn.out [token, d_model], the raw output of W^O. Scope `attn` is "blocks.N.attn". Records q, k, v, q_normed, k_normed,
/// rot_q, rot_k, scores_content, bias, scores, pattern, z, out (DESIGN §4).
/// Weights: attn.q [heads·d_head, d_model], attn.k, attn.v [kv_heads·d_head, d_model], attn.o [d_model, heads·d_head].
Tensor runAttention(const Scope& attn, const AttentionInput& input);

/// The same with keys and values of `source` [source token, d_model], all of which every token sees, without positions.
/// Scope `attn` is "blocks.N.cross_attn".
Tensor runCrossAttention(const Scope& attn, const AttentionInput& input, const Tensor& source);

/// NAME_normed of q or k [token, head, d_head], clipped and recorded; x itself without a QK-norm.
Tensor normedHeads(const Scope& attn, const BlockConfig& config, const char* name, const Tensor& x);

/// Last step of every attention: z [token, head, d_value] -> out [token, d_model].
Tensor projectOut(const Scope& attn, const AttentionInput& input, const Tensor& z);

/// x limited to ±limit in place where limit > 0 (DBRX, OLMo).
void clip(const Scope& scope, double limit, Tensor& x);

} // namespace core
