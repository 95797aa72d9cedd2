#pragma once

// The alphabet of byte-level tokenizers: each of the 256 bytes has a character of its own that can be
// printed, so that a vocabulary of strings can hold any bytes. Space is Ġ, newline is Ċ.

#include <optional>
#include <string>
#include <string_view>

namespace core {

/// The bytes of the text, one character each.
std::string toByteAlphabet(std::string_view bytes);

/// The bytes that a text of the alphabet stands for; none when a character is not of the alphabet.
std::optional<std::string> fromByteAlphabet(std::string_view text);

} // namespace core
