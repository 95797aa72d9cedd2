#pragma once

// The logit lens: what a model would say if it stopped after a block (nostalgebraist 2020). The stream there goes through the
// model's own final norm, head and output matrix; after the last block that is what the model really says.

#include "core/analysis/top_k.h"
#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <span>
#include <vector>

namespace core {

/// A vector of the residual stream.
struct LensPlace
{
    Index layer = 0; // after this block; −1: what enters block 0
    Index position = 0;
    bool operator==(const LensPlace&) const = default;
};

/// The recorded stream after a block [token, d_model], −1: before the first; nullptr when it was not recorded.
const Tensor* streamAfter(const Trace& trace, Index layer);

/// logits [place, vocabulary] of these places, computed by the engine's own functions.
/// REQUIRES: the configuration has logits; the stream of each place is in the trace and the position inside. Throws Stopped.
Tensor lensLogits(const Setup& setup, const Trace& trace, std::span<const LensPlace> places, const RunControl& control = {});

/// The logits after a position that a run recorded [vocabulary]; empty when it did not.
std::span<const float> logitsAfter(const Trace& trace, Index position);

/// The most probable tokens at a place, best first.
using LensTokens = std::vector<TokenProbability>;

/// The `depth` most probable tokens at each place; after the last block those of the recorded logits, where there are some. Empty
/// at a place whose stream was not recorded. REQUIRES: the configuration has logits. Throws Stopped.
std::vector<LensTokens> lensTokens(
    const Setup& setup, const Trace& trace, std::span<const LensPlace> places, int depth, const RunControl& control = {});

/// The probability of ids[i] at places[i], read as lensTokens() does; NaN at a place whose stream was not recorded. REQUIRES: the
/// configuration has logits, the ids are in its vocabulary. Throws Stopped.
std::vector<double> lensProbabilities(const Setup& setup, const Trace& trace, std::span<const LensPlace> places,
    std::span<const TokenId> ids, const RunControl& control = {});

} // namespace core
