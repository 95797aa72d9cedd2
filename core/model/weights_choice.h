#pragma once

// weights = keep, trained or trained_or_keep: whose weights a setup runs with. The rule stands in docs/contract.md.

#include "core/model/model.h"

namespace core {

struct WeightsChoice
{
    ModelPtr source;      // brings the weights: the model opened or a sibling
    ModelConfig config;   // what runs: sizes that only follow from a choice are the source's
    WeightsOrigin origin; // but for the tensors
};

/// Throws Error{Usage} for choices that cannot be, sizes that the weights do not have, and weights=trained without such weights.
WeightsChoice chooseWeights(const ModelPtr& model, const Choices& said);

} // namespace core
