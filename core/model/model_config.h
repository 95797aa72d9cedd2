#pragma once

// ModelConfig: every choice as data, resolved. One BlockConfig per layer, one field per family.

#include "core/layers/block_config.h"
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

/// What is between an embedding table of a width of its own and the stream.
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

/// What is between the stream and the logits.
enum class OutputHead
{
    Linear,         // the output matrix
    MaskedLanguage, // dense, activation, norm, output matrix (BERT)
    None            // no logits
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
    bool normsTokensFirst = false; // in a decoder ln_embed is before positions are added (Blenderbot small)
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
    Index paddingId = -1; // tokens of this id do not count as positions and are before the first one; −1: none
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

    /// What the embedding of this stack is multiplied by.
    double embeddingScaleOf(const std::vector<BlockConfig>& stack) const
    {
        return &stack == &encoderBlocks ? encoderEmbeddingScale : embeddingScale;
    }

    /// The position family as the embedding sees it: that of layer 0.
    const PositionEncoding& position() const { return blocks.front().position; }

    bool operator==(const ModelConfig&) const = default;
};

/// What follows from `base` (what a model file says) with `said` on top (the --set's of a person, all at once): derived
/// values are filled in, then everything is validated. What is not stated is as initialised above, in 2 layers. A derived
/// value in `base` (d_head = d_model / heads, say) gives way when `said` changes what it follows from; a contradiction
/// within `said` is refused. Throws Error{Usage} naming key, value and the legal ones.
ModelConfig resolve(const Choices& base, const Choices& said);

/// Throws Error{Usage} for the illegal combinations of contract §2 and for sizes beyond all reason, and only for those.
void validate(const ModelConfig& config);

/// Every key in use with its resolved value (score.scale is a number), one value or one per layer; null in a layer whose
/// kinds do not have it. resolve(describe(config), {}) == config.
Choices describe(const ModelConfig& config);

} // namespace core
