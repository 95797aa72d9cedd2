#pragma once

// RWKV-4's channel mixing (Peng et al. 2023, arXiv 2305.13048): the one feed-forward that sees another token, the one before.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/scope.h"

namespace core {

struct FeedForwardGradient; // core/layers/feed_forward.h
struct FeedForwardInput;

/// σ(r) ∘ W_v act(k), with k = W_k shift(x), r = W_r shift(x) (eq. 14, 15, 18; token_shift.h). The paper's activation is
/// relu_squared. Weights mlp.up = W_k [d_ff, d_model], mlp.down = W_v [d_model, d_ff], mlp.receptance = W_r [d_model, d_model],
/// mlp.mix_k, mlp.mix_r [d_model]; no biases. Records pre = k, post [token, d_mlp], receptance = r, out [token, d_model].
struct ChannelMix
{
    static constexpr KindInfo info{"channel_mix", CUTAWAY_TR("Channel mixing"), "σ(r) ∘ W_v act(k), from xₜ and xₜ₋₁"};
    Tensor run(const Scope& mlp, const FeedForwardInput& input) const;
    Tensor backward(const BackScope& mlp, const FeedForwardInput& input, const FeedForwardGradient& d) const;
    bool operator==(const ChannelMix&) const = default;
};

} // namespace core
