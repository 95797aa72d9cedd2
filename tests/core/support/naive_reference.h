#pragma once

// The naive twin: a whole forward pass in nested loops and double precision, written from the papers, one index a loop.
// It shares nothing with the engine but the configuration and the names of weights and tensors.
//
// To add a kind: its formula here, or the comparison says that the kind has no twin.

#include "core/model/model.h"

#include <map>
#include <string>
#include <vector>

namespace support {

struct NaiveTensor
{
    core::Shape shape;
    std::vector<double> values; // row-major
};

/// Every tensor that a full trace of this pass holds, by name. One sequence, no cache.
std::map<std::string, NaiveTensor> naiveForward(
    const core::ModelConfig& config, const core::Weights& weights, const std::vector<core::TokenId>& ids);

} // namespace support
