#pragma once

// Routing: which experts a token goes to, and the weight of each. Functions of numbers only; the layer around them is
// mixture_of_experts.h.
//
// To add a kind: its word in Routing, its lines in routing.cpp: gatesOf() and gatesBackward().

#include "core/base/error.h"
#include "core/base/tensor.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace core {

/// How router logits l = W_r x become gates.
enum class Routing
{
    /// p = softmax(l) over all experts, the k largest (Shazeer et al. 2017 §2 without its noise; Switch, Fedus et al. 2022 eq. 1;
    /// OLMoE, Qwen-MoE, DeepSeek-V2 eq. 20–22).
    SoftmaxThenTopK,
    /// The k largest l, softmax over these alone (Shazeer et al. 2017 eq. 3–5; Mixtral, Jiang et al. 2024 §2.1; gpt-oss).
    TopKThenSoftmax,
    /// s = σ(l), the k largest s + b, gates from s alone (DeepSeek-V3 2024 eq. 13–16).
    SigmoidBiasGroups,
    /// One expert after the other: the largest l that is left, its gate from a softmax over those that are left and near it,
    /// (l_max − l) / max(|l|, l_max) ≤ 2 · jitter (SparseMixer-v2, GRIN, Liu et al. 2024, as Phi-3.5-MoE evaluates it).
    SparseMixer
};
inline constexpr std::string_view routingWords[]
    = {"softmax_then_top_k", "top_k_then_softmax", "sigmoid_bias_groups", "sparse_mixer"};
inline constexpr std::string_view routingLabels[] = {CUTAWAY_TR("Softmax, then top k"), CUTAWAY_TR("Top k, then softmax"),
    CUTAWAY_TR("Sigmoid, biased selection"), CUTAWAY_TR("One after the other (SparseMixer)")};

struct RoutingRule
{
    Routing kind = Routing::SoftmaxThenTopK;
    Index experts = 4;
    Index topK = 2;
    bool renormalise = false; // gates / their sum; top_k_then_softmax sums to 1 by itself
    double scale = 1.0; // of the gates
    Index groups = 0; // of experts of neighbouring numbers; 0 or 1: none
    Index groupsTopK = 1; // groups that a token may go to
    double capacity = 0.0; // places of an expert over those of an even spread; 0: no limit
    double jitter = 0.01; // of sparse_mixer: how near logits must be to share the softmax

    bool isSigmoid() const { return kind == Routing::SigmoidBiasGroups; }
    bool choosesByLogits() const { return kind == Routing::TopKThenSoftmax || kind == Routing::SparseMixer; }
    bool limitsGroups() const { return groups > 1 && groupsTopK < groups; }
    Index chosenPerToken() const; // topK, fewer where the groups of a token hold fewer experts
    bool operator==(const RoutingRule&) const = default;
};

/// Softmax or sigmoid of all logits of a token: before choice, correction and factor. [expert] -> [expert]
void routerProbabilities(const RoutingRule& rule, const float* logits, float* probs);

/// The experts that a token goes to, best first; equal ones by number. `scores` [expert] is what the choice goes by: logits,
/// probabilities, or probabilities plus bias. Under groups only experts of the best groups; a group's score is its best
/// expert's (DeepSeek-V2 §2.2.2), under sigmoid the sum of its two best (DeepSeek-V3).
std::vector<Index> chooseExperts(const RoutingRule& rule, std::span<const float> scores);

/// gates [expert] of a token: 0 but for the chosen, after renormalising and scale. top_k_then_softmax and sparse_mixer read the
/// logits, the others the probabilities.
void gatesOf(const RoutingRule& rule, std::span<const Index> chosen, const float* logits, const float* probs, float* gates);

/// What a token's gates gain on the way back, [expert] each: `gates` before any is dropped, and what router logits and probabilities
/// gain of it; the choice is a constant.
struct GateGradient
{
    const float* gates = nullptr;
    float* logits = nullptr;
    float* probs = nullptr;
};

/// Back through gatesOf and routerProbabilities: writes the gradients of logits and probabilities, 0 for probabilities that no gate
/// is made of.
void gatesBackward(const RoutingRule& rule, std::span<const Index> chosen, const float* logits, const float* probs,
    const GateGradient& gradient);

/// Tokens that an expert takes from a text of so many: ⌈capacity · tokens · k / experts⌉ (GShard, Lepikhin et al. 2021
/// algorithm 1; Switch eq. 3). REQUIRES: capacity > 0.
Index expertPlaces(const RoutingRule& rule, Index tokens);

/// How many of `routed` choices each expert has when they are spread evenly: the first ones have one more.
Index evenShare(const RoutingRule& rule, Index routed, Index expert);

} // namespace core
