#pragma once

// Relative positions of Transformer-XL: sinusoids of distances, projected, in place of those of positions.

#include "core/layers/position_kind.h"

namespace core {

/// Dai et al. 2019 (Transformer-XL), eq. (b)–(d): q·r + u·k + w·r with r = W_r · sinusoid(i − j). The content q·k stays.
/// Weights attn.r [heads·d_head, d_model], attn.u, attn.w [heads, d_head]. Checked against XLNet.
struct TransformerXl : PositionKind
{
    static constexpr KindInfo info{"transformer_xl", CUTAWAY_TR("Relative (Transformer-XL)"), "(q + u)·k + (q + w)·r[i−j]"};
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    bool operator==(const TransformerXl&) const = default;
};

} // namespace core
