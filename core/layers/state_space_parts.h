#pragma once

// Parts that both selective state spaces (selective_ssm, state_space_dual) share.

#include "core/layers/scope.h"

#include <algorithm>

namespace core {

// Where a model without a file starts: A = −exp(0) = −1 and softplus(bias) = 0.01, the middle of Mamba's Δ of 0.001 … 0.1
// (arXiv 2312.00752, §3.6), so that a state fades by about 1 % per token; D = 1.
inline constexpr float kStartOfLogA = 0.f;
inline constexpr float kStartOfStepBias = -4.6001660f; // log(e^0.01 − 1)
inline constexpr float kStartOfD = 1.f;

/// part [token, n] = columns [from, from + n) of `whole` [token, more]; not recorded.
inline void copyColumns(const Scope& mixer, const Tensor& whole, Index from, Tensor& part)
{
    const Index count = part.columns();
    mixer.rows(whole.rows(), 2 * count, [&](Index t) { std::copy_n(whole.row(t) + from, count, part.row(t)); });
}

} // namespace core
