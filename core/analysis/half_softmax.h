#pragma once

// Softmax in float16: every operation is rounded to IEEE binary16, as arithmetic in that type does it. Its largest number is
// 65,504, so that e^x is infinite above x = 11.09 unless the largest logit is subtracted first.

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/base/token_id.h"

#include <span>
#include <vector>

namespace core {

inline constexpr float largestHalf = 65504.0F;

/// e^x with x and the result rounded to float16; infinite where that overflows.
float halfExponential(float x);

struct HalfSoftmax
{
    float subtracted = 0; // from every logit
    float sum = 0;        // of the exponentials, added in the order of the vocabulary; infinite where it overflows
    Index infinite = 0;   // exponentials that overflow
    Index lost = 0;       // finite logits whose exponential is 0
    std::vector<float> probabilities; // of the tokens asked for: exponential / sum; NaN for ∞ / ∞
};

struct HalfSoftmaxOptions
{
    bool subtractsLargest = false; // the largest logit from all of them, first
    float shift = 0;               // added to every logit, in float32: the exact softmax stays as it is, log Z grows by it
};

/// One row of logits [vocabulary]. `shown`: ids of the vocabulary.
HalfSoftmax halfSoftmax(std::span<const float> logits, const HalfSoftmaxOptions& options, std::span<const TokenId> shown = {});

/// The penalty that z-loss adds for a position: 10⁻⁴ · log²Z (Chowdhery et al. 2022, "PaLM", section 5). nat.
double zLoss(double logZ);

/// A position of a text.
struct Normaliser
{
    double logZ = 0;    // log Σ e^logit, float64 arithmetic
    float plainSum = 0; // HalfSoftmax::sum without subtracting
    float shiftedSum = 0; // and with it
};

/// One for each row of logits [token, vocabulary], `shift` added to each of them. Throws Stopped.
std::vector<Normaliser> normalisers(const Tensor& logits, float shift, const RunControl& control = {});

} // namespace core
