#pragma once

// Norms of queries and keys before their product, so that scores stay within bounds (Henry et al. 2020; Dehghani et al. 2023).
//
// To add a kind: its word below and its line in qk_norm.cpp (QkNormForm).

#include "core/layers/norm.h"

namespace core {

enum class QkNorm
{
    None,
    RmsHead,   // RMS over d_head, weight [d_head] or [head, d_head] (Qwen 3, Gemma 3)
    RmsFull,   // RMS over heads · d_head, weight [heads · d_head] (OLMo 2)
    LayerHead, // mean and variance over d_head (Cohere, StableLM 2)
    LayerFull  // mean and variance over heads · d_head (MPT)
};
inline constexpr std::string_view qkNormWords[] = {"none", "rms_head", "rms_full", "layer_head", "layer_full"};
inline constexpr std::string_view qkNormLabels[] = {CUTAWAY_TR("None"), CUTAWAY_TR("RMS, each head"),
    CUTAWAY_TR("RMS, all heads"), CUTAWAY_TR("LayerNorm, each head"), CUTAWAY_TR("LayerNorm, all heads")};

/// x [token, head, d] normalized into y, the same shape. Gain, eps and the place of eps are those of the block's norm, weights
/// SLOT.weight and, where a file stores it, SLOT.bias. REQUIRES: kind is not None.
void applyQkNorm(QkNorm kind, const Norm& like, const Scope& slot, const Tensor& x, Tensor& y);

/// Back through it: the gradient of x from dy of y, all [token, head, d]; and the gradients of the weights.
Tensor qkNormBackward(QkNorm kind, const Norm& like, const BackScope& slot, const Tensor& x, const Tensor& dy);

} // namespace core
