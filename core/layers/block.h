#pragma once

// One block: norms and residuals around attention and feed-forward, with the taps of the residual stream.

#include "core/layers/attention.h"

namespace core {

/// residPre [token, d_model] -> resid_post. Scope `block` is "blocks.N". Records attn_out, mlp_out, resid_mid, resid_post
/// (and resid_mid_sum, resid_post_sum where a norm stands on the stream), and everything of its parts.
Tensor runBlock(const Scope& block, const BlockConfig& config, Index dModel, const TokenPlaces& places, const CacheRows& cache,
    const Tensor& residPre);

} // namespace core
