#pragma once

// The norm that Jamba and Falcon-Mamba put on what makes a state space selective: Δ's low-rank numbers, B and C.

#include "core/layers/selective_ssm.h"

namespace core {

/// x [token, number] / √(mean x² + eps) · gain, in place; nothing where `of` has no such norm. Weight SLOT.weight [number], where
/// it has a gain.
void normInner(const Scope& slot, const SelectiveSsm& of, Tensor& x);

/// Back through it: d, the gradient of what it left, becomes that of x, which is what it read; and the gradient of the gain.
void normInnerBackward(const BackScope& slot, const SelectiveSsm& of, const Tensor& x, Tensor& d);

} // namespace core
