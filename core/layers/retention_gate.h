#pragma once

// The swish gate of retention (eq. 8): silu(g) ∘ groupnorm(z). As in torchscale the norm has no weights.

#include "core/layers/mixer.h"

namespace core {

/// post [token, head, d_head] of z and g, the same. Records normalized, z / √(mean z² + ε) over each head, and post.
Tensor gatedHeads(const Scope& mixer, const MixerInput& in, const Tensor& z, const Tensor& g);

/// Back through it: the gradient of z from that of post; dG is written. Says those of post and normalized.
Tensor gatedHeadsBackward(const BackScope& mixer, const MixerInput& in, const Tensor& dPost, Tensor& dG);

} // namespace core
