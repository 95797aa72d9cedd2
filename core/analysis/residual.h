#pragma once

// The residual stream over depth, and what each norm does to it.

#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// One recorded place of the stream.
struct StreamPoint
{
    std::string name;          // "blocks.3.resid_mid"
    Index layer = 0;
    std::vector<double> norms; // of each position's vector: [token]; NaN where it is not finite
};

/// The places that the trace holds, in order of depth: resid_pre of the first recorded layer, then resid_mid and
/// resid_post of each. A layer's resid_pre is left out where the resid_post before it is there: the two are the same.
std::vector<StreamPoint> streamNorms(const Trace& trace);

/// Name of what a slot normalizes ("blocks.3.resid_pre"); empty when it was not recorded.
std::string normInput(const Trace& trace, const std::string& slot);

/// A norm slot of a layer, or one outside the layers.
struct NormEffect
{
    std::string slot;    // "blocks.3.ln1", "ln_final"
    std::string input;   // name of the tensor that goes in; empty when it was not recorded
    double meanBefore = 0; // of all numbers that go in
    double deviationBefore = 0;
    double meanAfter = 0;  // of SLOT.out
    double deviationAfter = 0;
};

/// The norm slots whose output is in the trace, in order of computation; numbers before are NaN where the input is not.
std::vector<NormEffect> normEffects(const Trace& trace);

} // namespace core
