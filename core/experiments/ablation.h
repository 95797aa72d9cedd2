#pragma once

// Ablation: which heads, branches, experts or neurons an answer needs. Each is taken out of a run by itself and the metric is
// measured: as zero, as its mean over the tokens of this text, or as its mean over the tokens of other texts (Wang et al. 2022,
// "Interpretability in the wild", section 2.2).

#include "core/experiments/map_runs.h"

#include <string>

namespace core {

enum class AblatedPart
{
    Heads,
    Branches,
    Experts,
    Neurons
};

enum class AblatedTo
{
    Zero,
    Mean,     // the contract's `op mean`: over the tokens of this text
    Reference // over the tokens of other texts
};

struct AblationRequest
{
    AblatedPart part = AblatedPart::Heads;
    Index layer = -1; // of Neurons
    AblatedTo to = AblatedTo::Zero;
    std::vector<std::vector<TokenId>> texts = {}; // of Reference: one or more
};

/// "heads", "branches", "experts", "neurons@3". Throws Error{Usage}.
AblationRequest ablationOver(const std::string& words);

/// The map without values, in the order of computation, and what it runs. Throws Error{BadInput} where the model has none of the
/// part, or Reference has no texts; Stopped.
MapRuns ablationRuns(const ChangedRuns& runs, const AblationRequest& request, const RunControl& control = {});

/// The map. `onPlace` sees it as it grows. Throws what ablationRuns() throws.
MeasuredMap ablate(const ChangedRuns& runs, const AblationRequest& request, const RunControl& control = {},
    RunWay way = RunWay::Packed, const std::function<void(const MeasuredMap&)>& onPlace = {});

} // namespace core
