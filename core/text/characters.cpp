#include "core/text/characters.h"

#include "core/text/byte_tokens.h"
#include "core/text/unicode.h"

namespace core {

namespace {

constexpr std::size_t kPieceLength = 6; // of "<0xE7>"

/// A byte of a token, and whether it was written as <0xE7>.
struct TokenPart
{
    char byte = 0;
    bool isPart = false;
};

std::vector<TokenPart> piecesOf(std::string_view token)
{
    std::vector<TokenPart> pieces;
    for (std::size_t at = 0; at < token.size();) {
        const std::optional<char> byte = byteOfToken(token.substr(at, kPieceLength));
        pieces.push_back({byte.value_or(token[at]), byte.has_value()});
        at += byte ? kPieceLength : 1;
    }
    return pieces;
}

/// Bytes of the character that begins with this one; 0: none begins so.
std::size_t lengthOf(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
}

std::string textOf(std::span<const std::string> tokens, std::size_t first, std::size_t last)
{
    std::string bytes;
    for (std::size_t token = first; token <= last; ++token)
        for (const TokenPart& piece : piecesOf(tokens[token]))
            bytes += piece.byte;
    return shownBytes(bytes);
}

} // namespace

bool mayHoldBytes(std::string_view token) { return token.find('<') != std::string_view::npos; }

std::vector<CharacterSpan> splitCharacters(std::span<const std::string> tokens)
{
    std::vector<CharacterSpan> spans;
    std::string begun; // bytes of a character that is not yet whole
    std::size_t from = 0;
    for (std::size_t token = 0; token < tokens.size(); ++token) {
        if (!mayHoldBytes(tokens[token])) {
            begun.clear();
            continue;
        }
        for (const TokenPart& piece : piecesOf(tokens[token])) {
            if (!piece.isPart || lengthOf(piece.byte) > 0)
                begun.clear();
            if (!piece.isPart || (begun.empty() && lengthOf(piece.byte) == 0))
                continue;
            if (begun.empty())
                from = token;
            begun += piece.byte;
            if (begun.size() < lengthOf(begun.front()))
                continue;
            const bool isCharacter = decodeChar(begun, 0).bytes == begun.size();
            begun.clear();
            if (!isCharacter || from == token)
                continue;
            if (!spans.empty() && spans.back().last >= from)
                spans.back().last = token;
            else
                spans.push_back({from, token, {}});
        }
    }
    for (CharacterSpan& span : spans)
        span.text = textOf(tokens, span.first, span.last);
    return spans;
}

} // namespace core
