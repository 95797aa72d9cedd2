#pragma once

// The naive twin: a whole forward pass in nested loops and double precision, written from the papers, one index a loop. It shares
// nothing with the engine but the configuration and the names of weights and tensors; tests and "Check this run" compare with it.
//
// It covers the main kinds. The others have the formulas of their papers in the tests of their layers (tst_mixers, tst_mixture,
// tst_norm, tst_latent_attention …) and the golden files of an independent implementation; they are refused by name.

#include "core/base/run_control.h"
#include "core/run/model.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace core {

struct NaiveTensor
{
    Shape shape;
    std::vector<double> values; // row-major
};

/// A choice that the twin leaves to others, "norm.kind=batch_norm".
class NoTwin : public std::logic_error
{
    using std::logic_error::logic_error;
};

/// The choice without a twin that the configuration holds, empty when there is none.
std::string withoutTwin(const ModelConfig& config);

/// What a naive pass over so many tokens takes.
struct NaiveCost
{
    double multiplications = 0; // one after another: some 10⁹ in two seconds
    std::size_t bytes = 0; // of what it holds at once, without the weights, which are read a few rows at a time
};

NaiveCost naiveCost(const ModelConfig& config, Index tokens);

/// Takes the tensors of a naive pass, each when it is there; the pass keeps none of them.
using NaiveSink = std::function<void(const std::string& name, const NaiveTensor& tensor)>;

/// Computes every tensor that a full trace of this pass holds. One sequence, no cache. Throws NoTwin, Stopped.
void naiveForward(const Setup& setup, const std::vector<TokenId>& ids, const NaiveSink& sink, const RunControl& control);

/// All of them, by name. Throws NoTwin.
std::map<std::string, NaiveTensor> naiveForward(const Setup& setup, const std::vector<TokenId>& ids);

} // namespace core
