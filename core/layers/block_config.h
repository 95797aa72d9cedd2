#pragma once

// BlockConfig: what is chosen for one block, one field per family.

#include "core/layers/activation.h"
#include "core/layers/attention_mask.h"
#include "core/layers/block_layout.h"
#include "core/layers/feed_forward.h"
#include "core/layers/head_sharing.h"
#include "core/layers/mixer.h"
#include "core/layers/norm.h"
#include "core/layers/position_encoding.h"
#include "core/layers/qk_norm.h"

#include <optional>

namespace core {

/// resolve() (core/model/model_config.h) makes it of what was said, and fills in what follows.
struct BlockConfig
{
    Norm norm;
    NormPlacement placement;
    BlockLayout layout;
    Mixer mixer;
    PositionEncoding position;
    HeadSharing sharing;
    AttentionMask mask;
    Activation activation;
    FeedForward feedForward;

    Index heads = 4;
    Index kvHeads = 4; // divides heads
    Index dHead = 16;  // d_model / heads unless said
    Index dFf = 256;   // 4 · d_model unless said
    double residualScale = 1.0;    // of each branch (Granite)
    bool residualFromNorm = false; // the residual carries what the norm before the branch left (BLOOM)
    bool mixerNorm = true; // false: the mixer reads the stream where `placement` would norm it (ModernBERT's first layer)

    std::optional<double> scoreScale; // empty: by the width of keys; never that number itself
    double softCap = 0.0; // 0: off
    QkNorm qkNorm = QkNorm::None;
    bool qkNormAfterRope = false; // queries and keys are normalised when they have turned (HunYuan)
    bool sinks = false; // a learned logit a head that no value belongs to
    double clipQkv = 0.0; // 0: off
    bool attentionBias = false;
    bool attentionOutputBias = false;
    bool feedForwardBias = false;

    DeepFactors paperFactors; // DeepNorm's of the paper for this depth, filled in

    double scale() const; // the number that QKᵀ is multiplied by
    DeepFactors deepFactors() const; // α of the stream and β of the branch; 1 without DeepNorm
    Index cacheNumbersPerToken() const; // that a cache keeps of a token
    bool operator==(const BlockConfig&) const = default;
};

} // namespace core
