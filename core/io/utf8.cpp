#include "core/io/utf8.h"

namespace core {

namespace {

bool isContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// Bytes that a decoder takes as one unit when no character starts at `at`: the longest beginning of a
/// character.
std::size_t invalidLength(std::string_view bytes, std::size_t at)
{
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = byteAt(at);
    const std::size_t wanted = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 && lead <= 0xEF ? 3 : 1;
    if (wanted == 1 || at + 1 >= bytes.size())
        return 1;
    const unsigned char second = byteAt(at + 1);
    const bool isSecondLegal = isContinuation(second) && !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F)
        && !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
    if (!isSecondLegal)
        return 1;
    return wanted == 4 && at + 2 < bytes.size() && isContinuation(byteAt(at + 2)) ? 3 : 2;
}

/// Calls onChar(text of a character) and onInvalid(bytes) in the order of the text.
template <class OnChar, class OnInvalid>
void eachPart(std::string_view bytes, OnChar onChar, OnInvalid onInvalid)
{
    for (std::size_t at = 0; at < bytes.size();) {
        std::size_t length = decodeChar(bytes, at).bytes;
        if (length > 0) {
            onChar(bytes.substr(at, length));
        } else {
            length = invalidLength(bytes, at);
            onInvalid(bytes.substr(at, length));
        }
        at += length;
    }
}

} // namespace

DecodedChar decodeChar(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return {};
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size())
        return {};
    char32_t code = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if (!isContinuation(byte))
            return {};
        code = (code << 6) | (byte & 0x3Fu);
    }
    const bool isOverlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (isOverlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return {};
    return {code, length};
}

std::optional<std::size_t> firstInvalidByte(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = decodeChar(text, at).bytes;
        if (length == 0)
            return at;
        at += length;
    }
    return std::nullopt;
}

std::string lossyUtf8(std::string_view bytes)
{
    std::string result;
    result.reserve(bytes.size());
    eachPart(
        bytes, [&](std::string_view part) { result += part; }, [&](std::string_view) { result += "\xEF\xBF\xBD"; });
    return result;
}

std::string shownBytes(std::string_view bytes)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string result;
    eachPart(
        bytes, [&](std::string_view part) { result += part; },
        [&](std::string_view part) {
            for (const char c : part) {
                const auto byte = static_cast<unsigned char>(c);
                result += {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
            }
        });
    return result;
}

void appendUtf8(std::string& text, char32_t code)
{
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
    } else {
        if (code < 0x10000) {
            text += static_cast<char>(0xE0 | (code >> 12));
        } else {
            text += static_cast<char>(0xF0 | (code >> 18));
            text += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        }
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    }
    text += static_cast<char>(0x80 | (code & 0x3F));
}

DecodedChar charBefore(std::string_view text, std::size_t end)
{
    std::size_t start = end;
    while (start > 0) {
        --start;
        if ((static_cast<unsigned char>(text[start]) & 0xC0) != 0x80)
            break;
    }
    return decodeChar(text.substr(0, end), start);
}

} // namespace core
