#pragma once

// Attention beyond its weights: how long the vectors are that a query takes from each key (Kobayashi et al. 2020), and what of
// each token of the text has come to each place after a layer when every layer mixes by its mean weights and half of a place
// stays where it is (rollout, Abnar & Zuidema 2020).

#include "core/analysis/attention_part.h"
#include "core/base/run_control.h"

#include <cstddef>
#include <string>
#include <vector>

namespace core {

/// ‖α · v · W_O‖ of the heads of a layer that were recorded; v with what positions add to it (Shaw's a^V of the distance).
struct WeightedValues
{
    std::vector<int> heads;
    std::vector<Matrix> lengths; // of each, [query, key]

    const Matrix* of(int head) const; // null: not recorded
    std::size_t bytes() const;
};

/// The first tensor that is missing for it; empty when all are there. Keys of a cache have no values in a trace.
std::string missingForValues(const Trace& trace, const Setup& setup, AttentionPart part, Index layer);

/// REQUIRES: missingForValues is empty. Throws Error when a file cannot be read, Stopped.
WeightedValues weightedValues(const Trace& trace, const Setup& setup, AttentionPart part, Index layer, const RunControl& control);

/// [query, key]: each row sums to 1. Empty when a layer up to this one has no recorded square pattern, and for attention between
/// two texts. Throws Stopped.
Matrix rollout(const Trace& trace, AttentionPart part, Index layer, const RunControl& control);

} // namespace core
