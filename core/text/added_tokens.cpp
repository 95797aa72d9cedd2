#include "core/text/added_tokens.h"

#include "core/base/error.h"
#include "core/text/reference_classes.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

constexpr std::size_t maxTokens = 200'000;
constexpr std::size_t longestContent = 64 * 1024;
constexpr std::size_t longestText = std::size_t(8) << 20;

AddedToken readToken(const JsonValue& json)
{
    const JsonValue content = json["content"];
    json["id"].integer(0, std::numeric_limits<TokenId>::max());
    if (content.string().size() > longestContent)
        content.refuse(CUTAWAY_TR("token too long"), "at most " + std::to_string(longestContent) + " bytes");
    return {.content = content.string(),
        .found = content.string(),
        .isSingleWord = json["single_word"].boolean(),
        .takesLeftSpace = json["lstrip"].boolean(),
        .takesRightSpace = json["rstrip"].boolean(),
        .isNormalized = json["normalized"].boolean(),
        .isSpecial = json["special"].boolean()};
}

bool touchesWord(std::string_view text, TextRange range)
{
    const DecodedChar before = charBefore(text, range.begin);
    const DecodedChar behind = decodeChar(text, range.end);
    return (before.bytes > 0 && isReferenceWordChar(before.code)) || (behind.bytes > 0 && isReferenceWordChar(behind.code));
}

} // namespace

AddedTokens AddedTokens::fromJson(const JsonValue& json, const Vocabulary& vocabulary, const Normalizer& normalizer)
{
    AddedTokens result;
    if (json.json().is_null())
        return result;
    std::map<std::string, TokenId> ids;
    const std::size_t count = json.arraySize(maxTokens);
    for (std::size_t i = 0; i < count; ++i) {
        AddedToken token = readToken(json[i]);
        if (token.content.empty())
            continue;
        const auto known = ids.find(token.content);
        if (token.isNormalized)
            token.found = normalize(normalizer, token.content);
        const std::optional<TokenId> inVocabulary = vocabulary.find(token.content);
        const TokenId next = std::max(static_cast<TokenId>(vocabulary.count()), result.highestId() + 1);
        const TokenId id = known != ids.end() ? known->second : inVocabulary.value_or(next);
        ids.emplace(token.content, id);
        if (token.isSpecial)
            result.m_specialTexts.insert(token.content);
        result.m_tokens.insert_or_assign(id, std::move(token));
    }
    for (const auto& [id, token] : result.m_tokens)
        (token.isNormalized ? result.m_normalized : result.m_raw).insert(token.found, id);
    return result;
}

Json AddedTokens::toJson() const
{
    Json result = Json::array();
    for (const auto& [id, token] : m_tokens)
        result.push_back(
            {{"id", id}, {"content", token.content}, {"single_word", token.isSingleWord}, {"lstrip", token.takesLeftSpace},
                {"rstrip", token.takesRightSpace}, {"normalized", token.isNormalized}, {"special", token.isSpecial}});
    return result;
}

std::vector<AddedTokens::Part> AddedTokens::split(std::string_view text, bool isNormalized) const
{
    const Trie& trie = isNormalized ? m_normalized : m_raw;
    std::vector<Part> parts;
    std::size_t covered = 0;
    for (std::size_t at = 0; at < text.size() && !trie.isEmpty();) {
        TextRange match{at, at};
        TokenId id = -1;
        trie.eachPrefix(text, at, [&](std::size_t length, TokenId found) {
            match.end = at + length;
            id = found;
        });
        if (id < 0) {
            ++at;
            continue;
        }
        at = match.end;
        const AddedToken& token = *find(id);
        if (token.isSingleWord && touchesWord(text, match))
            continue;
        if (token.takesLeftSpace)
            match.begin = std::max(whiteSpaceStart(text, match.begin), covered); // not what the match before has swallowed
        if (token.takesRightSpace)
            match.end = whiteSpaceEnd(text, match.end);
        if (covered < match.begin)
            parts.push_back({std::nullopt, text.substr(covered, match.begin - covered)});
        if (match.begin >= match.end)
            continue; // spaces that the match before has swallowed
        parts.push_back({id, text.substr(match.begin, match.end - match.begin)});
        covered = match.end;
    }
    if (covered < text.size())
        parts.push_back({std::nullopt, text.substr(covered)});
    return parts;
}

std::vector<TokenId> AddedTokens::encodeAround(
    std::string_view text, std::span<const TokenId> before, std::span<const TokenId> after, const EncodePart& encodePart) const
{
    if (text.size() > longestText)
        throw Error({.problem = CUTAWAY_TR("text too long"),
            .expected = "at most " + std::to_string(longestText) + " bytes",
            .found = std::to_string(text.size())});
    if (const std::optional<std::size_t> invalid = firstInvalidByte(text))
        throw Error({.where = "byte " + std::to_string(*invalid), .problem = CUTAWAY_TR("text is not UTF-8")});
    std::vector<TokenId> ids(before.begin(), before.end());
    for (const Part& part : split(text, /*isNormalized=*/false)) {
        if (part.id)
            ids.push_back(*part.id);
        else
            encodePart(part.text, ids);
    }
    ids.insert(ids.end(), after.begin(), after.end());
    return ids;
}

const AddedToken* AddedTokens::find(TokenId id) const
{
    const auto token = m_tokens.find(id);
    return token == m_tokens.end() ? nullptr : &token->second;
}

bool AddedTokens::isSpecial(TokenId id) const
{
    const AddedToken* token = find(id);
    return token && token->isSpecial;
}

std::size_t AddedTokens::idCount(const Vocabulary& vocabulary) const
{
    return std::max(vocabulary.size(), static_cast<std::size_t>(highestId() + 1));
}

} // namespace core
