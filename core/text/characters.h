#pragma once

// Characters that tokens split: byte-level and byte fall-back tokenizers spell a rare character in several tokens, each of
// which shows its bytes as <0xE7>. Here they are combined again.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Neighbouring tokens that only together spell their characters.
struct CharacterSpan
{
    std::size_t first = 0;
    std::size_t last = 0; // > first
    std::string text;     // of all of them, "猫"
    bool operator==(const CharacterSpan&) const = default;
};

/// The spans of a text, in order. `tokens` are as Tokenizer::tokenText shows them. Bytes that form no character together
/// belong to no span. Tokens that share two characters ("<0xAB><0xE7>") make one span.
std::vector<CharacterSpan> splitCharacters(std::span<const std::string> tokens);

/// Whether some of a token may be written as a byte. A token of which none is begins and ends no span, and is within none.
bool mayHoldBytes(std::string_view token);

} // namespace core
