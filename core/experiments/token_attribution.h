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
    /// first block; together value − reference, up to `missing` (Sundararajan et al. 2017, Axiomatic Attribution for Deep Networks,
    /// eq. 1 and 3). Empty with two stacks, whose source the stream does not hold.
    std::vector<double> integrated;

    /// Places on that way at which the gradient was taken: more where it bends.
    std::size_t steps = 0;

    /// What the parts of the way miss or have too much, Σ |what a part's gradients add up to − the metric at its end + at its begin|.
    double missing = 0;

    /// Whether `integrated` adds up only roughly, though no more places were to be taken.
    bool isCoarse() const;

    std::size_t bytes() const;
};

/// The way is divided until the integrated gradients add up to value − reference but for this share, and what its parts miss,
/// which may cancel, is this share of it; or until so many gradients are taken.
inline constexpr double attributionError = 0.01, attributionErrorOfParts = 0.1;
inline constexpr std::size_t maxAttributionSteps = 257;

/// Of the stack that has the logits, by one way back: without integrated gradients. Throws what traceWithGradients() throws, Stopped.
TokenAttribution gradientTimesStream(const Measurement& measured, const RunControl& control = {});

/// The same with them.
TokenAttribution attributeTokens(const Measurement& measured, const RunControl& control = {});

} // namespace core
