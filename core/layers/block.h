#pragma once

// One block: a mixer (attention), cross-attention where there is a source, and a feed-forward, with norms and residuals as the
// placement and the layout say.

#include "core/layers/attention.h"
#include "core/layers/dropout.h"

namespace core {

struct BlockInput
{
    const BlockConfig& config;
    const Tensor& residPre; // [token, d_model]
    const TokenPlaces& places;
    LayerCache* cache = nullptr;
    const Tensor* source = nullptr;            // [source token, d_model]: the encoder's output; null without cross-attention
    const Tensor* relativeEmbedding = nullptr; // of disentangled positions
    const Tensor* positionPart = nullptr;      // what of residPre stems from added positions
    Dropout dropout = {};                      // of what each branch adds, before its norm and multiplier, and of patterns
};

/// resid_post [token, d_model]. Scope `block` is "blocks.N". Records the stream, the branches and the norm slots (contract §3).
Tensor runBlock(const Scope& block, const BlockInput& input);

/// Back through it: the gradient of resid_pre from that of resid_post, both [token, d_model]. Says those of all that the block
/// recorded and of its weights; what other parts of the model gain is added to `shared`.
Tensor blockBackward(
    const BackScope& block, const BlockInput& input, const Tensor& dResidPost, const SharedGradients& shared);

/// What a branch ("attn_out") adds under dropout, before its norm and multiplier.
std::string droppedName(std::string_view branch);

/// norm.eps, which retention's group norm takes; the usual one where the block's norm has none.
double epsOf(const Norm& norm);

} // namespace core
