#pragma once

// The parts of derivationOf: each knows the tensors of one part of a model. Included by the derivation sources only.

#include "core/analysis/derivation_builder.h"

namespace core {

/// A name of the trace taken apart: "encoder.blocks.3.attn.q" = {"encoder.", 3, "attn.q"}.
struct DerivedName
{
    std::string stack;  // "" or "encoder."
    Index layer = -1;   // −1: outside the blocks
    std::string rest;   // within the block, or of the stack
    std::vector<Index> place; // heads as the model counts them

    std::string inBlock(const std::string& name) const { return inLayer(layer, name); }
    std::string inLayer(Index of, const std::string& name) const { return stack + blockName(of, name); }
};

/// The configuration of its block. REQUIRES: the layer is one of the model's.
const BlockConfig& blockOf(const DerivationBuilder& to, const DerivedName& name);

/// The stream that the feed-forward is added to.
std::string middleOf(const DerivationBuilder& to, const DerivedName& name);

/// Whether a norm is on the sum (post), so that the sum has a name of its own.
bool normsStream(const BlockConfig& config);

/// What the branches of a block read: the norm's output, or the stream itself.
std::string attentionInput(const DerivationBuilder& to, const DerivedName& name);
std::string feedForwardInput(const DerivationBuilder& to, const DerivedName& name);

/// What the encoder gives to the decoder, or the last block to the head.
std::string stackOutput(const DerivationBuilder& to, const std::string& stack);

// Each returns false when the tensor is not its own.
bool deriveAttention(DerivationBuilder& to, const DerivedName& name);
bool deriveFeedForward(DerivationBuilder& to, const DerivedName& name);
bool deriveNorm(DerivationBuilder& to, const DerivedName& name);
bool deriveStream(DerivationBuilder& to, const DerivedName& name);

/// The sum of the embedding's tables, row `token`, element `dim`.
void addEmbeddings(DerivationBuilder& to, const std::string& stack, Index token, Index dim);

} // namespace core
