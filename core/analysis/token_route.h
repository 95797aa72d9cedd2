#pragma once

// One token in a mixture of experts: what its router says, what each of its experts adds, and its route over the layers.

#include "core/layers/routing.h"
#include "core/trace/trace.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// What one expert adds to a token.
struct ExpertPart
{
    Index expert = 0;
    bool isShared = false;       // every token goes there, with gate 1
    bool isDropped = false;      // chosen, but full: it adds nothing
    double gate = 0;
    double norm = 0;             // of the expert's output; NaN where that was not recorded
    std::vector<float> weighted; // gate · output [d_model]; empty where the output was not recorded
};

struct TokenMixture
{
    std::vector<double> logits, probs, gates; // [expert]; logits may be missing
    std::vector<ExpertPart> parts; // chosen experts by gate, then dropped ones, then shared ones
    std::vector<float> sum;        // of the parts [d_model]; empty where one of them was not recorded
    std::vector<float> out;        // mlp.out as recorded [d_model]; may be missing
    double sumNorm = 0;
    double outNorm = 0;
    double largestError = 0; // max |sum − out|; NaN where one of them is missing
};

/// Of "blocks.3.mlp" and a token; empty where its gates or probabilities were not recorded, or there is no such token.
std::optional<TokenMixture> tokenMixture(const Trace& trace, const std::string& scope, Index token);

/// The experts of a token in one layer, largest gate first.
struct RouteStep
{
    Index layer = 0;
    std::vector<std::pair<Index, double>> experts; // {expert, gate}; dropped ones have gate 0
};

/// Over the layers "blocks.N" that recorded gates.
std::vector<RouteStep> routeOf(const Trace& trace, Index token);

/// Share of the choices of `a` that `b` makes in the same layer too; NaN where `a` has none.
double sharedChoices(std::span<const RouteStep> a, std::span<const RouteStep> b);

/// The gates of a routing for these logits [token, expert], without capacity. `bias` [expert] serves the choice of the
/// sigmoid routing only; empty: none. REQUIRES: rule.experts columns.
Tensor gatesUnder(const RoutingRule& rule, const Tensor& logits, std::span<const float> bias);

} // namespace core
