#include "core/text/byte_tokens.h"

#include <algorithm>

namespace core {

std::string byteTokenText(unsigned char byte)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    return {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
}

std::optional<char> byteOfToken(std::string_view token)
{
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>')
        return std::nullopt;
    int value = 0;
    for (const char c : {token[3], token[4]}) {
        const bool isDigit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 0x20);
        if (!isDigit && !(lower >= 'a' && lower <= 'f'))
            return std::nullopt;
        value = value * 16 + (isDigit ? c - '0' : lower - 'a' + 10);
    }
    return static_cast<char>(value);
}

std::optional<std::vector<TokenId>> byteTokens(const Vocabulary& vocabulary, std::string_view text)
{
    std::vector<TokenId> ids;
    for (const char c : text) {
        const std::optional<TokenId> id = vocabulary.find(byteTokenText(static_cast<unsigned char>(c)));
        if (!id)
            return std::nullopt;
        ids.push_back(*id);
    }
    return ids;
}

void appendByteSpans(const std::vector<TokenId>& bytes, std::size_t begin, std::size_t end, std::vector<TokenSpan>& tokens)
{
    for (std::size_t i = 0; i < bytes.size(); ++i)
        tokens.push_back({bytes[i], std::min(begin + i, end - 1), std::min(begin + i + 1, end)});
}

} // namespace core
