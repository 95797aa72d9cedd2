#pragma once

// Mixture of experts: a router sends each token to a few gated feed-forwards out of many, and every token to the shared
// ones. Shazeer et al. 2017 (eq. 1: y = Σ G(x)ₑ Eₑ(x)); shared experts: DeepSeekMoE, Dai et al. 2024 eq. 9.

#include "core/base/kind.h"
#include "core/layers/back_scope.h"
#include "core/layers/kind_check.h"
#include "core/layers/routing.h"
#include "core/layers/scope.h"

namespace core {

struct FeedForwardGradient; // core/layers/feed_forward.h
struct FeedForwardInput;

struct MixtureOfExperts
{
    static constexpr KindInfo info{"mixture", CUTAWAY_TR("Mixture of experts"), "Σ gateₑ · expertₑ(x)"};
    RoutingRule routing;
    Index shared = 0;  // experts that every token goes to
    Index dExpert = 0; // width of an expert; 0: that of the feed-forward
    Index dShared = 0; // width of a shared expert; 0: that of an expert
    bool sharedGate = false; // σ(w · x) on the shared experts (Qwen-MoE)

    /// Widths of experts next to a feed-forward of width dFf.
    Index expertWidth(Index dFf) const { return dExpert > 0 ? dExpert : dFf; }
    Index sharedWidth(Index dFf) const { return dShared > 0 ? dShared : expertWidth(dFf); }

    void check(const BlockSizes& sizes) const;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"mixture.experts", CUTAWAY_TR("Experts"), 1, 4096}, routing.experts);
        visit(ParamInfo{"mixture.top_k", CUTAWAY_TR("Experts per token"), 1, 4096}, routing.topK);
        visit(ParamInfo{"mixture.routing", CUTAWAY_TR("Routing"), 0, 0, routingWords, routingLabels}, routing.kind);
        visit(ParamInfo{"mixture.renormalise", CUTAWAY_TR("Gates sum to 1")}, routing.renormalise);
        visit(ParamInfo{"mixture.scale", CUTAWAY_TR("Gate multiplier"), -1e6, 1e6}, routing.scale);
        visit(ParamInfo{"mixture.shared", CUTAWAY_TR("Shared experts"), 0, 4096}, shared);
        visit(ParamInfo{"mixture.d_expert", CUTAWAY_TR("Width of an expert"), 0, 1 << 21}, dExpert);
        visit(ParamInfo{"mixture.d_shared", CUTAWAY_TR("Width of a shared expert"), 0, 1 << 21}, dShared);
        visit(ParamInfo{"mixture.groups", CUTAWAY_TR("Groups of experts"), 0, 4096}, routing.groups);
        visit(ParamInfo{"mixture.groups_top_k", CUTAWAY_TR("Groups per token"), 1, 4096}, routing.groupsTopK);
        visit(ParamInfo{"mixture.capacity", CUTAWAY_TR("Capacity factor"), 0, 1e6}, routing.capacity);
        visit(ParamInfo{"mixture.shared_gate", CUTAWAY_TR("Gate on the shared experts")}, sharedGate);
        visit(ParamInfo{"mixture.jitter", CUTAWAY_TR("Jitter threshold"), 0, 1e3}, routing.jitter);
    }

    /// Records router_logits, router_probs, dropped (with a capacity), gates [token, expert]; of each expert with tokens
    /// experts.E.tokens [routed_token], .pre, .pre_linear, .post [routed_token, d_mlp], .out [routed_token, d_model]; the same of
    /// shared.E over all tokens; shared_gate [token] where there is one; out [token, d_model]. A capacity counts within each
    /// text, of a cached one the new tokens. An intervention acts on all that follows: a gate that it raises from 0 sends the
    /// token to that expert, a gate that it makes 0 leaves the token in the expert's list and out of the sum. Weights: router
    /// [experts, d_model] (its bias always under sigmoid, where it serves the choice only; else where a file brings one),
    /// experts.E.{gate,up,down}, shared.E.{gate,up,down}, shared_gate [1, d_model].
    Tensor run(const Scope& mlp, const FeedForwardInput& input) const;

    /// Where tokens go and what is dropped are constants: a gate of an expert that a token does not go to has gradient 0.
    Tensor backward(const BackScope& mlp, const FeedForwardInput& input, const FeedForwardGradient& d) const;
    bool operator==(const MixtureOfExperts&) const = default;
};

} // namespace core
