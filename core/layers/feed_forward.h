#pragma once

// Feed-forward: the layer that acts on each token separately.
//
// To add a kind: write its struct with run() and backward(), here or in a pair of its own, and append it to the FeedForward line.

#include "core/base/kind.h"
#include "core/layers/activation.h"
#include "core/layers/back_scope.h"
#include "core/layers/channel_mix.h"
#include "core/layers/layer_cache.h"
#include "core/layers/mixture_of_experts.h"
#include "core/layers/scope.h"
#include "core/layers/token_places.h"

namespace core {

/// What a feed-forward is given.
struct FeedForwardInput
{
    const Tensor& x; // [token, d_model]
    const Activation& activation;
    Index dFf = 0;
    bool bias = false;
    const TokenPlaces& places;
    LayerCache* cache = nullptr; // null: no earlier tokens

    Index dModel() const { return x.columns(); }
};

/// What a feed-forward is given on the way back.
struct FeedForwardGradient
{
    const Tensor& out;        // the gradient of mlp.out [token, d_model]
    const BackScope& learned; // where the numbers of an activation are: the layer, experts share them
};

/// What others ask of a kind of feed-forward.
struct FeedForwardTraits
{
    bool isDense = false; // act of one product of x, times another where it is gated, then a product: nothing else
    bool isGated = false; // it has a gate, and pre_linear besides pre
};

/// How many experts a feed-forward has: of which a token is sent to `chosen`, and to all of the shared ones.
struct ExpertCounts
{
    Index experts = 0; // 0: it has none
    Index chosen = 0;
    Index shared = 0;
};

/// W₂ · act(W₁ x + b₁) + b₂. Weights mlp.up [d_ff, d_model], mlp.down [d_model, d_ff].
struct PlainFeedForward
{
    static constexpr KindInfo info{"plain", CUTAWAY_TR("Plain"), "W₂ act(W₁x)"};
    static constexpr FeedForwardTraits traits{.isDense = true};
    Tensor run(const Scope& mlp, const FeedForwardInput& input) const;
    Tensor backward(const BackScope& mlp, const FeedForwardInput& input, const FeedForwardGradient& d) const;
    bool operator==(const PlainFeedForward&) const = default;
};

/// Shazeer 2020: W_down · (act(W_gate x) ⊙ W_up x). GLU, ReGLU, GEGLU, SwiGLU by activation.
struct GatedFeedForward
{
    static constexpr KindInfo info{"gated", CUTAWAY_TR("Gated"), "W_down (act(W_gate x) ⊙ W_up x)"};
    static constexpr FeedForwardTraits traits{.isDense = true, .isGated = true};
    Tensor run(const Scope& mlp, const FeedForwardInput& input) const;
    Tensor backward(const BackScope& mlp, const FeedForwardInput& input, const FeedForwardGradient& d) const;
    bool operator==(const GatedFeedForward&) const = default;
};

/// No feed-forward: the mixer is the whole block (Mamba).
struct NoFeedForward
{
    static constexpr KindInfo info{"none", CUTAWAY_TR("None"), "x"};
    Tensor run(const Scope&, const FeedForwardInput&) const { return {}; }
    Tensor backward(const BackScope&, const FeedForwardInput&, const FeedForwardGradient&) const { return {}; }
    bool operator==(const NoFeedForward&) const = default;
};

using FeedForward = std::variant<PlainFeedForward, GatedFeedForward, MixtureOfExperts, ChannelMix, NoFeedForward>;

/// A kind that states nothing is not dense and has no experts.
inline FeedForwardTraits traitsOf(const FeedForward& kind)
{
    return std::visit(
        [](const auto& k) {
            if constexpr (requires { k.traits; })
                return k.traits;
            else
                return FeedForwardTraits{};
        },
        kind);
}
inline ExpertCounts expertsOf(const FeedForward& kind)
{
    return std::visit(
        [](const auto& k) {
            if constexpr (requires { k.routing; })
                return ExpertCounts{k.routing.experts, k.routing.topK, k.shared};
            else
                return ExpertCounts{};
        },
        kind);
}

inline bool hasFeedForward(const FeedForward& kind) { return !std::holds_alternative<NoFeedForward>(kind); }

/// x [token, d_model] -> mlp.out [token, d_model]. Records pre, pre_linear (gated), post [token, d_mlp] and out; a mixture as
/// its header says. The learned numbers of an activation (mlp.alpha_p of xIELU) are one set per layer, experts share them.
/// REQUIRES: hasFeedForward(kind).
Tensor runFeedForward(const FeedForward& kind, const Scope& mlp, const FeedForwardInput& input);

/// Back through it: the gradient of x from that of mlp.out, both [token, d_model]. Says those of all that it recorded and of the
/// weights. `input.x` is what the feed-forward read in the run.
Tensor feedForwardBackward(const FeedForward& kind, const BackScope& mlp, const FeedForwardInput& input, const Tensor& dOut);

} // namespace core
