#pragma once

// TokenAttribution: what each token brings to a metric, by gradients: how much the metric gains when the vector of a token grows.
// No part is taken out of the run, so that one way back says it of all tokens and layers at once. It is exact for small changes
// only: the integrated gradients add gradients up along the way from a text without differences between its tokens.

#include "core/base/run_control.h"
#include "core/experiments/changed_runs.h"

#include <vector>

namespace core {

struct TokenAttribution
{
    Metric metric;
    double value = 0; // of the run

    /// [place, token]: Σ_d x[d] · ∂metric/∂x[d] (gradient × input) of the stream x that enters each block, and of that behind the last.
    Matrix stream;

    /// The metric where every token enters the first block with the mean of their streams.
    double reference = 0;

    /// [token]: Σ_d (x[d] − x̄[d]) · mean of ∂metric/∂x[d] on the straight way from the mean x̄ to x, the stream that enters the
    /// first block; together value − reference, up to the error of the steps (Sundararajan et al. 2017, Axiomatic Attribution for
    /// Deep Networks, eq. 1 and 3). Empty with two stacks, whose source the stream does not hold.
    std::vector<double> integrated;

    std::size_t bytes() const;
};

/// Passes on the way of the integrated gradients, each in the middle of its step.
inline constexpr int attributionSteps = 24;

/// Of the stack that has the logits. Throws what traceWithGradients() throws, Stopped.
TokenAttribution attributeTokens(const Measurement& measured, const RunControl& control = {});

} // namespace core
