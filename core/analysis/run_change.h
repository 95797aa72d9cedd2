#pragma once

// RunChange: what a run is changed by another choice: the first tensor that differs, and how far the distribution of the next
// token moves.

#include "core/base/run_control.h"
#include "core/trace/trace.h"

#include <string>

namespace core {

struct RunChange
{
    std::string first; // the first tensor of b that differs from a's, or that a has not; empty: none
    bool isNew = false; // a has no tensor of this name
    bool hasDistribution = false; // both have logits over the same vocabulary after the same tokens
    double divergence = 0; // nats, KL(a ‖ b) of the distributions after the last token; ∞ where b excludes what a does not
    TokenId tokenA = 0, tokenB = 0; // the most probable of each
    double probabilityA = 0, probabilityB = 0; // of them, each in its own run

    std::size_t bytes() const { return first.size(); }
};

/// Whether the streams of both read the same tokens: those of a decoder, and of its encoder where both have one.
bool readTheSame(const Trace& a, const Trace& b);

/// Throws Stopped.
RunChange runChangeOf(const Trace& a, const Trace& b, const RunControl& control);

} // namespace core
