#pragma once

// What of the bundled corpus is held out: documents by the names and first words in them, so that a training never sees these
// combinations. The key is hashed as Python writes the list of its items: so did the generator that the first bundled
// models were trained with, and what is held out of it is held out of this one.

#include "core/base/token_id.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::corpus {

/// Whether a document with this key (CorpusWriter::key) is held out: one in twenty.
bool isHeldOut(const std::vector<std::string>& key);

/// Whether random sequences that begin with these ids are.
bool isSequenceHeldOut(TokenId a, TokenId b, TokenId c);

/// BLAKE2b with a digest of 8 bytes (RFC 7693), read as a little-endian number.
std::uint64_t blake2b64(std::string_view message);

} // namespace core::corpus
