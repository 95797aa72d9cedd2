#pragma once

// Load statistics of a mixture of experts. Losses are reported, nothing is trained.

#include "core/trace/trace.h"

#include <span>
#include <string>
#include <vector>

namespace core {

/// One router of a trace.
struct RouterReport
{
    std::string scope;               // "blocks.3.mlp", "encoder.blocks.0.mlp"
    Index tokens = 0;
    std::vector<double> load;        // [expert] share of the tokens that chose the expert, dropped ones too; sums to top_k
    std::vector<double> probability; // [expert] mean router probability; sums to 1
    double balanceLoss = 0;          // loadBalancingLoss of this router; top_k when even
    double zLoss = 0;                // NaN where the logits were not recorded
    double droppedShare = 0;         // of all choices; 0 without a capacity
};

/// f_e: share of the tokens (rows) that chose the expert. gates [token, expert]; `dropped` of the same shape, or null.
std::vector<double> expertLoad(const Tensor& gates, const Tensor* dropped);

/// P_e: mean over tokens of router_probs [token, expert], each row divided by its sum (sigmoids: DeepSeek-V3 2024 eq. 18–20).
std::vector<double> expertProbability(const Tensor& probs);

/// N · Σ f_e P_e (Switch, Fedus et al. 2022 eq. 4–6; with f summing to top_k). REQUIRES: equal sizes.
double loadBalancingLoss(std::span<const double> load, std::span<const double> probability);

/// Mean over tokens of (log Σ exp logits)² (ST-MoE, Zoph et al. 2022 eq. 5). logits [token, expert].
double routerZLoss(const Tensor& logits);

/// Choices that found their expert full, over all choices.
double droppedShare(const Tensor& gates, const Tensor& dropped);

/// How even a load is. Of nothing (no choice at all) all numbers are NaN.
struct LoadBalance
{
    double variation = 0;    // standard deviation over mean: 0 when even, √(N − 1) when one of N takes all
    double entropy = 0;      // of the shares, nat
    double evenEntropy = 0;  // log N: the most it can be
    double largestOverFair = 0;
    double minOverFair = 0;
};
LoadBalance balanceOf(std::span<const double> load);

/// The routers whose gates and probabilities the trace holds, in order of computation.
std::vector<RouterReport> routerReports(const Trace& trace);

/// The loss over all routers as one: shares and probabilities averaged over all their tokens first, as transformers'
/// load_balancing_loss_func does. NaN for none, or when their numbers of experts differ.
double loadBalancingLoss(std::span<const RouterReport> routers);

} // namespace core
