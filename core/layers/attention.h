#pragma once

// Attention over the tokens of a text (runAttention) or from them to another text (runCrossAttention): projections, norms of
// queries and keys, rotation, cache; scores and mixing are in scores.h. Latent attention has a pair of its own.

#include "core/layers/back_scope.h"
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
    Dropout dropout = {};                      // of the pattern

    Index dModel() const { return x.columns(); }
};

/// attn.out [token, d_model], the raw output of W^O. Scope `attn` is "blocks.N.attn". Records q, k, v, q_normed, k_normed,
/// rot_q, rot_k, scores_content, bias, scores, pattern, z, out (contract §3).
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

/// What other parts of the model gain from an attention on the way back; each is added to, null where there is none.
struct SharedGradients
{
    Tensor* source = nullptr;            // [source token, d_model]
    Tensor* relativeEmbedding = nullptr; // [bucket, d_model]
};

/// Back through runAttention: the gradient of x from that of attn.out, both [token, d_model]. Says those of all that it recorded
/// and of the weights. `input.x` is what the attention read in the run.
Tensor attentionBackward(
    const BackScope& attn, const AttentionInput& input, const Tensor& dOut, const SharedGradients& shared);

/// The same through runCrossAttention; `source` is what it read, whose gradient is in `shared`.
Tensor crossAttentionBackward(const BackScope& attn, const AttentionInput& input, const Tensor& source, const Tensor& dOut,
    const SharedGradients& shared);

/// Back through projectOut: the gradient of z.
Tensor projectOutBackward(const BackScope& attn, const AttentionInput& input, const Tensor& dOut);

/// Back through normedHeads of x.
Tensor normedHeadsBackward(
    const BackScope& attn, const BlockConfig& config, const char* name, const Tensor& x, const Tensor& dNormed);

/// Back through clip(): what stands at ±limit has gradient 0. `x` is as clipped; `d` is changed in place.
void clipBackward(const BackScope& scope, double limit, const Tensor& x, Tensor& d);

/// A linear map that reads x under a name of its own ("q_input").
struct NamedLinear
{
    const char* name;
    const char* inputName;
    const Tensor& x;
    bool bias;
};

/// Back through it: dX gains what is said as the gradient of its input.
void namedLinearBackward(const BackScope& attn, const NamedLinear& map, const Tensor& dy, Tensor& dX);

} // namespace core
