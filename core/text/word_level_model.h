#pragma once

// WordLevel: each piece is one token or the unknown one.

#include "core/io/json_value.h"
#include "core/text/encoding_record.h"
#include "core/text/vocabulary.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

class WordLevelModel
{
public:
    /// From `model` of tokenizer.json. Throws Error{BadInput}.
    static WordLevelModel fromJson(const JsonValue& json);

    Json toJson() const;
    const Vocabulary& vocabulary() const { return m_vocabulary; }

    /// Appends the token of one piece. Throws Error{BadInput} when it has none and the vocabulary lacks the unknown token.
    /// `record`: what is noted of it; null: nothing.
    void tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record = nullptr) const;

private:
    Vocabulary m_vocabulary;
    std::string m_unknown; // "[UNK]"
};

} // namespace core
