#pragma once

// Multi-head latent attention (MLA), DeepSeek-V2 2024, eq. 9–19: keys and values are expanded from a short latent vector, which
// is all that the cache keeps, besides one rotated key that all heads share.

#include "core/layers/attention.h"

namespace core {

/// attn.out [token, d_model]. Records c_q [token, rank], c_kv [token, rank], k_rope [token, d_rope], q, k, rot_q, rot_k [token,
/// head, d_nope + d_rope], v [token, head, d_value] and what scores.h records; all from the plain form. A step with a cache of
/// which nothing is recorded runs the absorbed form: W_kv_b moves over to the query and to the output, so that attention runs
/// on the latents themselves.
/// Weights: attn.q, or attn.q_a, q_a_norm, q_b; attn.kv_a [kv_rank + d_rope, d_model], kv_a_norm, attn.kv_b
/// [heads · (d_nope + d_value), kv_rank]; attn.o [d_model, heads · d_value].
Tensor runLatentAttention(const Scope& attn, const AttentionInput& input);

/// Back through it (its plain form): the gradient of x from that of attn.out. That of k_rope is what the scores gain by the shared
/// key: summed over the heads.
Tensor latentAttentionBackward(const BackScope& attn, const AttentionInput& input, const Tensor& dOut);

/// Of the latents: plain gain, eps 1e-6, whatever the block's norms are.
inline constexpr RmsNorm latentNorm;

} // namespace core
