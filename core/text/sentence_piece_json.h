#pragma once

// A model of SentencePiece inside a tokenizer.json of ours.

#include "core/io/json_value.h"
#include "core/text/sentence_piece_model.h"

namespace core {

Json sentencePieceJson(const SentencePieceModel& model);

/// Throws Error{BadInput} naming the place.
SentencePieceModel readSentencePieceJson(const JsonValue& json);

} // namespace core
