#pragma once

// UTF-8: the characters of a text, and invalid bytes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core {

/// One character of a text: its code point and how many bytes it takes.
struct DecodedChar
{
    char32_t code = 0;
    std::size_t bytes = 0; // 0: no valid character starts here
};

/// The character that starts at byte `at`. No surrogates, no overlong forms, nothing above U+10FFFF.
DecodedChar decodeChar(std::string_view text, std::size_t at);

/// Byte where the text stops being UTF-8; none when all of it is.
std::optional<std::size_t> firstInvalidByte(std::string_view text);

/// The text with each maximal part that is not UTF-8 replaced by one U+FFFD.
std::string lossyUtf8(std::string_view bytes);

/// The text with every byte that is not part of a character written as <0xE7>.
std::string shownBytes(std::string_view bytes);

/// The character that ends at byte `end`.
DecodedChar charBefore(std::string_view text, std::size_t end);

void appendUtf8(std::string& text, char32_t code);

} // namespace core
