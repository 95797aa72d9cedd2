#pragma once

// The naive twin: a whole forward pass in nested loops and double precision, written from the papers, one index a loop.
// It shares nothing with the engine but the configuration and the names of weights and tensors.
//
// It covers the main kinds. The others have the formulas of their papers in the tests of their layers (tst_mixers, tst_mixture,
// tst_norm, tst_latent_attention …) and the golden files of an independent implementation; they are refused by name.

#include "core/run/model.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

struct NaiveTensor
{
    core::Shape shape;
    std::vector<double> values; // row-major
};

/// A choice that the twin leaves to others, "norm.kind=batch_norm".
class NoTwin : public std::logic_error
{
    using std::logic_error::logic_error;
};

/// The choice without a twin that the configuration holds, empty when there is none.
std::string withoutTwin(const core::ModelConfig& config);

/// Every tensor that a full trace of this pass holds, by name. One sequence, no cache. Throws NoTwin.
std::map<std::string, NaiveTensor> naiveForward(
    const core::ModelConfig& config, const core::Weights& weights, const std::vector<core::TokenId>& ids);

} // namespace support
