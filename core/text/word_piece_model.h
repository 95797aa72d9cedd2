#pragma once

// WordPiece (Schuster and Nakajima 2012; BERT): of each word, again and again the longest beginning that is a token. Tokens
// that go on with a word carry a prefix.

#include "core/io/json_value.h"
#include "core/text/encoding_record.h"
#include "core/text/trie.h"
#include "core/text/vocabulary.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

class WordPieceModel
{
public:
    /// From `model` of tokenizer.json. Throws Error{BadInput}, also when the vocabulary lacks the unknown token.
    static WordPieceModel fromJson(const JsonValue& json);

    Json toJson() const;
    const Vocabulary& vocabulary() const { return m_vocabulary; }

    /// Appends the tokens of one word: the unknown token when any part of it has none, or when it is too long.
    /// `record`: what is noted of it; null: nothing.
    void tokenize(std::string_view word, std::vector<TokenId>& ids, PieceRecord* record = nullptr) const;

private:
    bool appendParts(std::string_view word, std::vector<TokenSpan>& tokens, MatchSteps* log) const;

    Vocabulary m_vocabulary;
    std::string m_unknown;            // "[UNK]"
    TokenId m_unknownId = 0;
    std::string m_prefix;             // "##"
    std::int64_t m_longestWord = 100; // characters
    Trie m_beginnings;
    Trie m_continuations; // without the prefix
};

} // namespace core
