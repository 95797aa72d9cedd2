#pragma once

// The tokenizers of the reference that run the SentencePiece library (Marian, M2M-100): pieces of the library, ids of a
// separate vocabulary, added tokens cut out first. Such a folder becomes a tokenizer.json whose model has the type
// "SentencePiece"; only Cutaway reads that.

#include "core/io/json_value.h"
#include "core/text/tokenizer.h"

#include <memory>

namespace core {

/// The document is a tokenizer.json of this kind.
bool isSentencePiece(const JsonValue& document);

/// Throws Error{BadInput} naming the place in the file.
std::unique_ptr<Tokenizer> makeSentencePieceTokenizer(const JsonValue& document, SpecialIds special);

} // namespace core
