#include "app/runs/unknown_words.h"

#include <algorithm>
#include <sstream>

namespace app {

namespace {

constexpr std::size_t longest = 20'000; // bytes that are looked through

} // namespace

UnknownWords unknownWords(const core::Tokenizer& tokenizer, const std::string& text, const std::vector<core::TokenId>& ids)
{
    UnknownWords found;
    const auto isSpecial = [&](core::TokenId id) { return tokenizer.isSpecial(id); };
    if (text.size() > longest || std::ranges::none_of(ids, isSpecial))
        return found;
    const auto unknownIn = [&](const std::string& part) {
        for (const core::TokenId id : tokenizer.encode(part, false))
            if (const std::string token = tokenizer.tokenText(id); isSpecial(id) && part.find(token) == std::string::npos)
                return token;
        return std::string();
    };
    const auto add = [&](const std::string& word) {
        if (std::ranges::find(found.words, word) == found.words.end())
            found.words.push_back(word);
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
                add(character);
                isCharacter = true;
            }
            at = end;
        }
        if (!isCharacter)
            add(word);
    }
    return found;
}

} // namespace app
