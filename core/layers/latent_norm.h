#pragma once

// The norm of the latents of latent attention, between the two matrices of a low-rank projection.

#include "core/layers/norm.h"

namespace core {

/// x [token, rank] normalised in place as latentNorm (latent_attention.h) says. Weight SLOT.weight [rank].
void normLatent(const Scope& slot, Tensor& x);

/// Back through it: the gradient of x, what it read, from that of what it left; and the gradient of the gain.
Tensor normLatentBackward(const BackScope& slot, const Tensor& x, const Tensor& dLatent);

} // namespace core
