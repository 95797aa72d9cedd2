#pragma once

// ModelConfig: every choice as data, resolved. One BlockConfig a layer, one field a family.

#include "core/layers/activation.h"
#include "core/layers/attention_mask.h"
#include "core/layers/block_layout.h"
#include "core/layers/feed_forward.h"
#include "core/layers/head_sharing.h"
#include "core/layers/mixer.h"
#include "core/layers/norm.h"
#include "core/layers/position_encoding.h"
#include "core/layers/qk_norm.h"
#include "core/model/choices.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace core {

enum class Topology
{
    CausalDecoder,
    PrefixDecoder,
    Encoder,
    EncoderDecoder
};

/// What stands between an embedding table of a width of its own and the stream.
enum class EmbeddingProjection
{
    First, // the token's row is brought to d_model, before positions are added (OPT 350m)
    Last   // the sum of all tables, after its norm (ALBERT, ELECTRA)
};

/// What a masked-language head is activated with.
enum class HeadActivation
{
    AsBlocks,
    Gelu // whatever the blocks have (RoBERTa, ELECTRA)
};

/// What stands between the stream and the logits.
enum class OutputHead
{
    Linear,         // the output matrix
    MaskedLanguage, // dense, activation, norm, output matrix (BERT)
    None            // no logits
};

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
    bool qkNormAfterRope = false; // queries and keys are normed when they have turned (HunYuan)
    bool sinks = false; // a learned logit a head that no value belongs to
    double clipQkv = 0.0; // 0: off
    bool attentionBias = false;
    bool attentionOutputBias = false;
    bool feedForwardBias = false;

    DeepFactors paperFactors; // DeepNorm's of the paper for this depth, filled in

    double scale() const; // the number that QKᵀ is multiplied with
    DeepFactors deepFactors() const; // α of the stream and β of the branch; 1 without DeepNorm
    Index cacheNumbersPerToken() const; // that a cache keeps of a token
    bool operator==(const BlockConfig&) const = default;
};

struct ModelConfig
{
    Topology topology = Topology::CausalDecoder;
    Index dModel = 64;
    Index vocabulary = 256;
    Index context = 256; // rows of a learned position table; trained length otherwise
    std::vector<BlockConfig> blocks;
    std::vector<BlockConfig> encoderBlocks; // of an encoder–decoder
    bool embeddingNorm = false;
    bool normsTokensFirst = false; // in a decoder ln_embed stands before positions are added (Blenderbot small)
    bool finalNorm = true;
    double finalEps = 0.0; // of the final norm; 0: that of the last block's norms
    bool tied = true;
    bool outputBias = false;
    OutputHead outputHead = OutputHead::Linear;
    double outputScale = 1.0;
    double outputSoftCap = 0.0; // 0: off
    bool headBias = true; // of the masked-language head's dense layer
    HeadActivation headActivation = HeadActivation::AsBlocks;
    double embeddingScale = 1.0;
    double encoderEmbeddingScale = 1.0; // of the encoder of two stacks: embeddingScale unless said (Blenderbot small)
    Index embeddingWidth = 0; // of the embedding tables; 0: d_model, and nothing is projected
    EmbeddingProjection embeddingProjection = EmbeddingProjection::First;
    Index paddingId = -1; // tokens of this id do not count as positions and stand before the first one; −1: none
    Index tokenTypes = 0; // rows of the table of token types; every token has type 0
    std::uint64_t seed = 0;

    Index layers() const { return Index(blocks.size()); }
    /// Whether the embedding tables have a width of their own, from which and to which is projected.
    bool projectsEmbedding() const { return embeddingWidth > 0; }
    Index tableWidth() const { return projectsEmbedding() ? embeddingWidth : dModel; }
    bool hasEncoder() const { return topology == Topology::EncoderDecoder; }
    bool generates() const; // token by token
    const BlockConfig& block(Index layer) const { return blocks[std::size_t(layer)]; }
    Norm normAfter(const std::vector<BlockConfig>& stack) const; // the final norm of this stack

    /// What the embedding of this stack is multiplied with.
    double embeddingScaleOf(const std::vector<BlockConfig>& stack) const
    {
        return &stack == &encoderBlocks ? encoderEmbeddingScale : embeddingScale;
    }

    /// The position family as the embedding sees it: that of layer 0.
    const PositionEncoding& position() const { return blocks.front().position; }

    bool operator==(const ModelConfig&) const = default;
};

/// What follows from `base` (what a model file says) with `said` on top (the --set's of a person, all at once): derived
/// values are filled in, then everything is validated. What nobody states is as initialised above, in 2 layers. A derived
/// value in `base` (d_head = d_model / heads, say) gives way when `said` changes what it follows from; a contradiction
/// within `said` is refused. Throws Error{Usage} naming key, value and the legal ones.
ModelConfig resolve(const Choices& base, const Choices& said);

/// Throws Error{Usage} for the illegal combinations of contract §2 and for sizes beyond all reason, and only for those.
void validate(const ModelConfig& config);

/// Every key in use with its resolved value (score.scale is a number), one value or one a layer; null in a layer whose
/// kinds do not have it. resolve(describe(config), {}) == config.
Choices describe(const ModelConfig& config);

} // namespace core
