#pragma once

// Byte fall-back: tokens <0x00> to <0xFF> that spell what a vocabulary has no token for.

#include "core/text/encoding_record.h"
#include "core/text/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

std::string byteTokenText(unsigned char byte); // <0xE7>

/// The byte that such a token stands for; none for any other text.
std::optional<char> byteOfToken(std::string_view token);

/// One token for each byte of the text; none when one of them is not in the vocabulary.
std::optional<std::vector<TokenId>> byteTokens(const Vocabulary& vocabulary, std::string_view text);

/// Appends them with a byte each, as far as the bytes from `begin` to `end` reach.
void appendByteSpans(const std::vector<TokenId>& bytes, std::size_t begin, std::size_t end, std::vector<TokenSpan>& tokens);

} // namespace core
