#pragma once

// The character classes that tokenizers use.

#include "core/io/utf8.h"

#include <cstddef>
#include <string_view>

namespace core {

/// ▁, which stands for a space in the pieces of SentencePiece.
inline constexpr const char* spaceMark = "\xE2\x96\x81";

/// Where the white space that ends at byte `end` begins; `end` when there is none. And the same forwards.
std::size_t whiteSpaceStart(std::string_view text, std::size_t end);
std::size_t whiteSpaceEnd(std::string_view text, std::size_t start);

bool isWhiteSpace(char32_t code);  // property White_Space
bool isNumber(char32_t code);      // categories N*
bool isPunctuation(char32_t code); // categories P* and the symbols of ASCII
bool isWordChar(char32_t code);    // \w: letters, marks, decimal digits, connectors, joiners

} // namespace core
