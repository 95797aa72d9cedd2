#pragma once

// The short convolution before a recurrence: each channel mixes its last few tokens, by itself.

#include "core/layers/mixer.h"

namespace core {

struct ConvolutionForm
{
    Index taps;
    bool silu; // on top
};

/// y_t = Σ_j w[taps − 1 − j] · x_{t−j} + b for each channel of x [token, channel], of one text only; silu on top on request.
/// Weights mixer.conv [channel, taps], whose last column is the token itself, with bias. The last tokens are kept in the cache.
/// REQUIRES: result as large as x.
void causalConvolution(const Scope& mixer, const MixerInput& in, const Tensor& x, ConvolutionForm form, Tensor& result);

/// Back through it: the gradient of x [token, channel] from dResult, and the gradients of mixer.conv.
Tensor causalConvolutionBackward(
    const BackScope& mixer, const MixerInput& in, const Tensor& x, const ConvolutionForm& form, const Tensor& dResult);

} // namespace core
