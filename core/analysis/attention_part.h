#pragma once

// AttentionPart: whose attention tensors of a trace are: the blocks' own, the encoder's, or from the target to the source; what
// they are called, whose tokens their rows and columns are, and which configuration they have.

#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class AttentionPart
{
    Self,    // of the blocks: of a model with two stacks the decoder's
    Encoder, // of a model with two stacks
    Cross    // queries are tokens of the target, keys those of the source
};

/// "blocks.3.attn.pattern", "encoder.blocks.3.attn.pattern", "blocks.3.cross_attn.pattern".
std::string attentionName(AttentionPart part, Index layer, std::string_view rest);

/// The part that a name of the trace is of; Self for names of no attention.
AttentionPart partOfName(std::string_view name);

/// "self", "encoder", "cross": for files and options. Of another word: Cross.
const char* wordOf(AttentionPart part);
AttentionPart attentionPart(std::string_view word);

/// Whether the run recorded such attention in some layer.
bool hasPart(const Trace& trace, AttentionPart part);

/// Where a run has what is asked for: the encoder of a model that is nothing else is its blocks.
AttentionPart partIn(const Trace& trace, AttentionPart part);

/// 1 + the highest layer of its stack that the run has tensors of.
Index layersOf(const Trace& trace, AttentionPart part);

/// Texts and ids of the queries or of the keys: of the stream, or of the source of a model with two stacks.
const std::vector<std::string>& tokensOfPart(const Trace& trace, AttentionPart part, bool areQueries);
const std::vector<TokenId>& idsOfPart(const Trace& trace, AttentionPart part, bool areQueries);

/// The block that computes it; null without a setup, and where it has no such layer.
const BlockConfig* blockOfPart(const Setup* setup, AttentionPart part, Index layer);

} // namespace core
