#pragma once

// Head alignment: whether a head of cross-attention looks at the source word of what is written. Row t of the decoder reads the
// target's token t and writes token t + 1: it is the source word of t + 1 that it is expected to look at.

#include "core/base/run_control.h"
#include "core/files/library/word_pairs.h"
#include "core/run/model.h"

#include <string>
#include <vector>

namespace core {

/// How many tokens are written from their source word: the largest weight of their row is on a word that translates them.
struct Aligned
{
    Index looked = 0;
    Index tokens = 0; // those that have a word in the source; the first token is written by the start token, where there is one

    double share() const { return tokens > 0 ? double(looked) / double(tokens) : 0; }
};

struct AlignedHead : Aligned
{
    Index layer = 0, head = 0;
};

/// Of the weights [target, source] of one run over these tokens.
Aligned alignedIn(const Matrix& weights, const std::vector<std::string>& target, const std::vector<std::string>& source,
    const WordPairs& pairs);

/// Every head of cross-attention over the sentences of the pairs, layer by layer. Throws what forward() throws; Stopped.
/// REQUIRES: an encoder–decoder with a tokenizer.
std::vector<AlignedHead> alignedHeads(const Setup& setup, const WordPairs& pairs, const RunControl& control);

/// The one of the largest share, the first of equals; nullptr of none.
const AlignedHead* bestAligned(const std::vector<AlignedHead>& heads);

} // namespace core
