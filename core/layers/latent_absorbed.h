#pragma once

// The absorbed form of latent attention (DeepSeek-V2 2024, §2.1.2): W_kv_b moves over to the query and to the output, so that
// attention runs on the latents. q·k = q_nope·W_k c + q_rope·k_rope = (W_kᵀ q_nope)·c + …, and Σ p·W_v c = W_v Σ p·c.

#include "core/layers/head_sharing.h"
#include "core/layers/scores.h"

namespace core {

/// z [token, head, d_value]: one key head of width rank + d_rope for all, and the latents as values. `plain` is what the plain
/// form says, but for keys and values; `rows` [key, rank + d_rope] are latents and the shared keys, turned.
Tensor attendToLatents(const Scope& attn, const ScoreInput& plain, const Latent& sizes, const float* rows);

} // namespace core
