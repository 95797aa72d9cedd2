#pragma once

// SoftmaxGradient: what the softmax of a head passes back. The derivative of a row of weights p with respect to its scores is
// diag(p) − p pᵀ: close to 0 where one weight is close to 1 (Vaswani et al. 2017, §3.2.1, footnote 4: why scores are divided by √d).

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/experiments/changed_runs.h"

#include <cstddef>
#include <span>
#include <vector>

namespace core {

struct SoftmaxGradient
{
    Matrix pattern;               // [query, key]
    std::vector<double> jacobian; // [query]: √Σ (diag(p) − p pᵀ)², at most ½ (two keys of weight ½ each)
    double scores = 0;            // root mean square of ∂metric/∂scores over the pairs that are seen
    double query = 0, key = 0;    // of ∂metric/∂q and of ∂metric/∂k, over tokens and components
    double scale = 1;             // that q · k is multiplied with

    std::size_t bytes() const;
};

/// The Frobenius norm of the derivative of a softmax by its scores at these weights.
double softmaxJacobianNorm(std::span<const float> weights);

struct HeadPlace
{
    Index layer = 0, head = 0;
};

/// Of a head of the stack that has the logits; with grouped heads the key is that of its group. Throws what traceWithGradients()
/// throws, Stopped. REQUIRES: the layer has attention with this head.
SoftmaxGradient softmaxGradient(const Measurement& measured, const HeadPlace& at, const RunControl& control = {});

/// The same head with the scores of its layer divided by the root of the width of keys, as `score.scale=auto` does, and not divided.
struct SoftmaxGradients
{
    SoftmaxGradient divided, plain;

    std::size_t bytes() const { return divided.bytes() + plain.bytes(); }
};
SoftmaxGradients softmaxGradients(const Measurement& measured, const HeadPlace& at, const RunControl& control = {});

} // namespace core
