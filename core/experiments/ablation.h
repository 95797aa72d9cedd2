#pragma once

// Ablation: which heads, branches, experts or neurons an answer needs. Each is taken out of a run by itself and the metric is
// measured: as zero, as its mean over the tokens of this text, or as its mean over the tokens of other texts (Wang et al. 2022,
// "Interpretability in the wild", section 2.2).

#include "core/experiments/changed_runs.h"
#include "core/experiments/measured_map.h"

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

/// The map, in the order of computation. `onPlace` sees it as it grows. Throws Error{BadInput} where the model has none of the part,
/// or Reference has no texts; Stopped.
MeasuredMap ablate(const ChangedRuns& runs, const AblationRequest& request, const RunControl& control = {},
    RunWay way = RunWay::Packed, const std::function<void(const MeasuredMap&)>& onPlace = {});

/// The interventions of the ablation of each place, in the order of the map.
std::vector<Changes> ablationsOf(
    const ChangedRuns& runs, const std::vector<MeasuredPlace>& places, const AblationRequest& request, const RunControl& control);

} // namespace core
