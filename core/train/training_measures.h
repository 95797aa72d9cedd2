#pragma once

// What a history keeps of a model while it is trained, beside loss and gradient: measured on rows that are held out and on random
// sequences that repeat.

#include "core/train/batch_gradient.h"
#include "core/train/training_record.h"

#include <span>

namespace core {

/// held_out, activation, max_score, attention_ratio, feed_forward_ratio, z, of a model with mixtures expert_load (columns of
/// resources/models/README.md; null for a layer that has no such number), from passes over these rows. Throws what forward() throws.
TrainingPoint measuresOf(
    const TrainedWeights& weights, std::span<const TrainingRow> heldOut, Index rowsPerPass, const RunControl& control = {});

/// induction and previous of each layer and head, second_copy: 25 and then 38 different ordinary ids given twice, after the token that
/// begins a text where there is one; fewer where the text would be too long. Nothing for a model with less than four such ids,
/// without attention, or not causal.
TrainingPoint copyingOf(const TrainedWeights& weights, const RunControl& control = {});

/// √Σ g² of all weights of each layer (of the only stack, or of the decoder).
std::vector<double> gradientByLayer(const TrainedWeights& weights, const GradientList& gradients);

/// gradient and gradient_layers: √Σ g² of all weights, and gradientByLayer().
TrainingPoint normsOf(const TrainedWeights& weights, const GradientList& gradients);

} // namespace core
