#pragma once

// A model of SentencePiece inside a tokenizer.json of ours.

#include "core/files/sentence_piece_model.h"
#include "core/text/json_value.h"

namespace core {

Json sentencePieceJson(const SentencePieceModel& model);

/// Throws Error{BadInput} naming the place.
SentencePieceModel readSentencePieceJson(const JsonValue& json);

} // namespace core
