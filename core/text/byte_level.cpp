#include "core/text/byte_level.h"

#include "core/text/unicode.h"

#include <array>

namespace core {

namespace {

struct Alphabet
{
    std::array<std::string, 256> character;
    std::array<int, 256 + 68> byte; // by code point; -1: not of the alphabet

    /// Bytes that Latin-1 prints stand for themselves, the other 68 for U+0100 and up, in their order.
    Alphabet()
    {
        byte.fill(-1);
        char32_t next = 256;
        for (unsigned b = 0; b < 256; ++b) {
            const bool isPrinted = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
            const char32_t code = isPrinted ? b : next++;
            appendUtf8(character[b], code);
            byte[code] = static_cast<int>(b);
        }
    }
};

const Alphabet alphabet;

} // namespace

std::string toByteAlphabet(std::string_view bytes)
{
    std::string result;
    result.reserve(2 * bytes.size());
    for (const char c : bytes)
        result += alphabet.character[static_cast<unsigned char>(c)];
    return result;
}

std::optional<std::string> fromByteAlphabet(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeChar(text, at);
        if (next.bytes == 0 || next.code >= alphabet.byte.size() || alphabet.byte[next.code] < 0)
            return std::nullopt;
        result += static_cast<char>(alphabet.byte[next.code]);
        at += next.bytes;
    }
    return result;
}

} // namespace core
