#pragma once

// The gated norm of Mamba-2 (Dao and Gu 2024, arXiv 2405.21060): RMSNorm(y ∘ silu(gate)), each group of channels by itself.

#include "core/layers/back_scope.h"
#include "core/layers/scope.h"

namespace core {

struct NormGroups
{
    Index width; // channels of a group
    double eps;
};

/// result [token, channel] = RMSNorm(y ∘ silu(gate)) · gain, all three of one shape. Weight SLOT.weight [channel].
void gatedNorm(const Scope& slot, const Tensor& y, const Tensor& gate, const NormGroups& groups, Tensor& result);

/// What gatedNorm read.
struct GatedNormInput
{
    const Tensor &y, &gate;
    NormGroups groups;
};

/// Back through it: the gradient of y from dResult; dGate is written; and the gradient of the gain.
Tensor gatedNormBackward(const BackScope& slot, const GatedNormInput& in, const Tensor& dResult, Tensor& dGate);

} // namespace core
