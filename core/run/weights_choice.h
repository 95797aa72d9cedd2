#pragma once

// weights = keep, trained or trained_or_keep: whose weights a setup runs with. The rule is in docs/contract.md.

#include "core/run/model.h"

namespace core {

struct WeightsChoice
{
    ModelPtr source;      // brings the weights: the model opened or a sibling
    ModelConfig config;   // what runs: sizes that only follow from a choice are the source's
    WeightsOrigin origin; // but for the tensors
};

/// Throws Error{Usage} for choices that cannot be, sizes that the weights do not have, and weights=trained without such weights.
WeightsChoice chooseWeights(const ModelPtr& model, const Choices& said);

/// Whose weights were trained with exactly these choices: the model opened, one of its siblings, or none (empty). Throws
/// what chooseWeights throws for choices that cannot be; opens no model.
std::string trainedWith(const ModelPtr& model, const Choices& said);

/// describe(config) with the word of `weights` under which the model opened gives this setup again: `keep`, or `trained` and
/// `trained_or_keep` when the weights are a sibling's (kept ones only with the widths of the model opened).
Choices describeSetup(const Setup& setup);

} // namespace core
