#pragma once

// UTF-8 and the character classes that tokenizers ask for.

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

/// ▁, which stands for a space in the pieces of SentencePiece.
inline constexpr const char* spaceMark = "\xE2\x96\x81";

/// The character that starts at byte `at`. No surrogates, no overlong forms, nothing above U+10FFFF.
DecodedChar decodeChar(std::string_view text, std::size_t at);

/// Byte where the text stops being UTF-8; none when all of it is.
std::optional<std::size_t> firstInvalidByte(std::string_view text);

/// The text with each maximal part that is not UTF-8 replaced by one U+FFFD.
std::string lossyUtf8(std::string_view bytes);

/// The text with every byte that is not part of a character written as <0xE7>.
std::string shownBytes(std::string_view bytes);

/// Where the white space that ends at byte `end` begins; `end` when there is none. And the same forwards.
std::size_t whiteSpaceStart(std::string_view text, std::size_t end);
std::size_t whiteSpaceEnd(std::string_view text, std::size_t start);

/// The character that ends at byte `end`.
DecodedChar charBefore(std::string_view text, std::size_t end);

void appendUtf8(std::string& text, char32_t code);

bool isWhiteSpace(char32_t code);  // property White_Space
bool isNumber(char32_t code);      // categories N*
bool isPunctuation(char32_t code); // categories P* and the symbols of ASCII
bool isWordChar(char32_t code);    // \w: letters, marks, decimal digits, connectors, joiners

} // namespace core
