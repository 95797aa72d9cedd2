#pragma once

// Unigram: of all ways to write a piece as tokens, the one with the highest sum of scores.

#include "core/io/json_value.h"
#include "core/text/encoding_record.h"
#include "core/text/trie.h"
#include "core/text/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

class UnigramModel
{
public:
    struct ScoredToken
    {
        std::string text;
        double score = 0.0;
    };

    /// From `model` of tokenizer.json. Throws Error{BadInput}.
    static UnigramModel fromJson(const JsonValue& json);

    /// Ids are the places in the list. `unknown` stands for characters that no token covers; with
    /// `hasByteFallback` they become their bytes <0xE7> instead, when all of those are tokens. Of two equal tokens
    /// the later counts.
    UnigramModel(const std::vector<ScoredToken>& tokens, std::optional<TokenId> unknown, bool hasByteFallback);

    Json toJson() const;
    const Vocabulary& vocabulary() const { return m_vocabulary; }

    /// Appends the tokens of one piece. Throws Error{BadInput} for a character that nothing stands for.
    /// `record`: what is noted of it; words begin at spaces that no token reaches across, and long ones at other such places;
    /// null: nothing.
    void tokenize(std::string_view piece, std::vector<TokenId>& ids, PieceRecord* record = nullptr) const;

private:
    template <class Visitor>
    std::size_t eachEdge(std::string_view piece, std::size_t at, Visitor visit) const;
    void appendText(std::string_view piece, TokenSpan text, std::vector<TokenSpan>& tokens) const;
    LatticeSteps latticeOf(std::string_view word) const;

    Vocabulary m_vocabulary;
    std::vector<double> m_scores; // one per token
    Trie m_trie;
    double m_unknownScore = 0.0;
    std::optional<TokenId> m_unknown;
    bool m_hasByteFallback = false;
};

} // namespace core
