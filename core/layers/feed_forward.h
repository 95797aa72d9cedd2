#pragma once

// Feed-forward: what each token does by itself.
//
// To add a kind: write its struct here, its run() in feed_forward.cpp, and append it to the FeedForward line.

#include "core/base/kind.h"
#include "core/layers/activation.h"
#include "core/layers/pass.h"

namespace core {

/// Sizes and neighbours that a feed-forward needs.
struct FeedForwardShape
{
    Index dModel = 0;
    Index dFf = 0;
    bool bias = false;
};

/// W₂ · act(W₁ x + b₁) + b₂. Weights mlp.up [d_ff, d_model], mlp.down [d_model, d_ff].
struct PlainFeedForward
{
    static constexpr KindInfo info{"plain", CUTAWAY_TR("Plain"), "W₂ act(W₁x)"};
    Tensor run(const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x) const;
    bool operator==(const PlainFeedForward&) const = default;
};

/// Shazeer 2020: W_down · (act(W_gate x) ⊙ W_up x). GLU, ReGLU, GEGLU, SwiGLU by activation.
struct GatedFeedForward
{
    static constexpr KindInfo info{"gated", CUTAWAY_TR("Gated"), "W_down (act(W_gate x) ⊙ W_up x)"};
    Tensor run(const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x) const;
    bool operator==(const GatedFeedForward&) const = default;
};

using FeedForward = std::variant<PlainFeedForward, GatedFeedForward>;

/// x [token, d_model] -> mlp.out [token, d_model]. Records pre, pre_linear (gated), post [token, d_mlp] and out.
Tensor runFeedForward(
    const FeedForward& kind, const Scope& mlp, const FeedForwardShape& shape, const Activation& activation, const Tensor& x);

} // namespace core
