#pragma once

// Token models: from one piece of text to ids.
// To add a kind: write its pair of files with fromJson(), toJson(), vocabulary() and
// tokenize(), append it to the TokenModel line, and read it in readTokenModel() by its `type` in
// tokenizer.json.

#include "core/text/bpe_model.h"
#include "core/text/unigram_model.h"
#include "core/text/word_level_model.h"
#include "core/text/word_piece_model.h"

#include <string_view>
#include <variant>
#include <vector>

namespace core {

using TokenModel = std::variant<BpeModel, UnigramModel, WordPieceModel, WordLevelModel>;

/// The model that is in the file. Throws Error{BadInput}, for a type that is not known too.
TokenModel readTokenModel(const JsonValue& json);

const Vocabulary& vocabularyOf(const TokenModel& model);
Json toJson(const TokenModel& model);

/// Appends the ids of one piece. `record`: what is noted of it; null: nothing.
void tokenize(const TokenModel& model, std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record = nullptr);

} // namespace core
