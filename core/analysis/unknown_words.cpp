#include "core/analysis/unknown_words.h"

#include "core/text/characters.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace core {

namespace {

constexpr std::size_t maxBytes = 20'000;   // of a text that is searched
constexpr std::size_t minSpelled = 2;      // letters of a word that can be spelled
constexpr std::size_t minVocabulary = 400; // of one that has more than bytes and signs

bool isLatin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void addOnce(std::vector<std::string>& words, const std::string& word)
{
    if (std::ranges::find(words, word) == words.end())
        words.push_back(word);
}

/// Characters of which each token has only bytes, neighbours together.
std::vector<std::string> charactersInBytes(const Tokenizer& tokenizer, const std::vector<TokenId>& ids)
{
    std::vector<std::string> tokens, found;
    for (const TokenId id : ids)
        tokens.push_back(tokenizer.tokenText(id));
    std::string word;
    std::size_t end = 0; // of the last one
    for (const CharacterSpan& span : splitCharacters(tokens)) {
        if (!word.empty() && span.first != end)
            addOnce(found, std::exchange(word, {}));
        word += span.text;
        end = span.last + 1;
    }
    if (!word.empty())
        addOnce(found, word);
    return found;
}

/// The words without the signs around them that take a token for nearly every letter, or for every byte.
std::vector<std::string> spelledWords(const Tokenizer& tokenizer, const std::string& text, const std::vector<TokenId>& ids)
{
    if (tokenizer.vocabularySize() < minVocabulary)
        return {};
    std::vector<std::string> spelled = charactersInBytes(tokenizer, ids);
    std::istringstream parts(text);
    for (std::string part; parts >> part;) {
        const auto first = std::ranges::find_if(part, isLatin);
        const auto last = std::find_if_not(first, part.end(), isLatin);
        const std::string word(first, last);
        if (word.empty())
            continue;
        const std::size_t pieces = std::min(tokenizer.encode(word, false).size(), tokenizer.encode(" " + word, false).size());
        if (word.size() >= minSpelled && 4 * pieces >= 3 * word.size())
            addOnce(spelled, word);
    }
    return spelled;
}

} // namespace

UnknownWords unknownWords(const Tokenizer& tokenizer, const std::string& text, const std::vector<TokenId>& ids)
{
    UnknownWords found;
    const auto isSpecial = [&](TokenId id) { return tokenizer.isSpecial(id); };
    if (text.size() > maxBytes)
        return found;
    found.spelled = spelledWords(tokenizer, text, ids);
    if (std::ranges::none_of(ids, isSpecial))
        return found;
    const auto unknownIn = [&](const std::string& part) {
        for (const TokenId id : tokenizer.encode(part, false))
            if (const std::string token = tokenizer.tokenText(id); isSpecial(id) && part.find(token) == std::string::npos)
                return token;
        return std::string();
    };
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::string token = unknownIn(word);
        if (token.empty())
            continue;
        found.token = token;
        bool isCharacter = false; // that is unknown by itself
        for (std::size_t at = 0; at < word.size();) {
            std::size_t end = at + 1;
            while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U)
                ++end;
            const std::string character = word.substr(at, end - at);
            if (!unknownIn(character).empty()) {
                addOnce(found.words, character);
                isCharacter = true;
            }
            at = end;
        }
        if (!isCharacter)
            addOnce(found.words, word);
    }
    return found;
}

} // namespace core
