#include "core/text/word_piece_model.h"

#include "core/base/error.h"

#include <algorithm>
#include <limits>

namespace core {

WordPieceModel WordPieceModel::fromJson(const JsonValue& json)
{
    WordPieceModel result;
    result.m_unknown = json["unk_token"].string();
    result.m_prefix = json["continuing_subword_prefix"].string();
    result.m_longestWord = json["max_input_chars_per_word"].integer(0, std::numeric_limits<std::int64_t>::max());
    result.m_vocabulary = Vocabulary::fromJson(json["vocab"]);
    const std::optional<TokenId> unknown = result.m_vocabulary.find(result.m_unknown);
    if (!unknown)
        json["unk_token"].refuse(CUTAWAY_TR("the unknown token is not in the vocabulary"));
    result.m_unknownId = *unknown;
    for (TokenId id = 0; id < static_cast<TokenId>(result.m_vocabulary.size()); ++id) {
        const std::string* text = result.m_vocabulary.text(id);
        if (!text)
            continue;
        result.m_beginnings.insert(*text, id);
        if (text->starts_with(result.m_prefix))
            result.m_continuations.insert(std::string_view(*text).substr(result.m_prefix.size()), id);
    }
    return result;
}

Json WordPieceModel::toJson() const
{
    return {{"type", "WordPiece"}, {"unk_token", m_unknown}, {"continuing_subword_prefix", m_prefix},
        {"max_input_chars_per_word", m_longestWord}, {"vocab", m_vocabulary.toJson()}};
}

void WordPieceModel::tokenize(std::string_view word, std::vector<TokenId>& ids, PieceRecord* record) const
{
    const auto characters = std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; });
    MatchSteps steps{.places = {}, .isTooLong = characters > m_longestWord};
    std::vector<TokenSpan> tokens;
    if (steps.isTooLong || !appendParts(word, tokens, record && record->wanted ? &steps : nullptr))
        tokens = {{m_unknownId, 0, word.size(), true}};
    for (const TokenSpan& token : tokens)
        ids.push_back(token.id);
    if (!record)
        return;
    record->tokens = std::move(tokens);
    record->starts = {0};
    if (record->wantedWord(word.size()))
        record->steps = std::move(steps);
}

/// False when some part of the word is no token.
bool WordPieceModel::appendParts(std::string_view word, std::vector<TokenSpan>& tokens, MatchSteps* log) const
{
    for (std::size_t at = 0; at < word.size();) {
        TokenSpan longest{0, at, at};
        if (log)
            log->places.push_back({at, {}});
        (at == 0 ? m_beginnings : m_continuations).eachPrefix(word, at, [&](std::size_t length, TokenId found) {
            longest = {found, at, at + length};
            if (log)
                log->places.back().found.push_back(longest);
        });
        if (longest.end == at)
            return false;
        tokens.push_back(longest);
        at = longest.end;
    }
    return true;
}

} // namespace core
