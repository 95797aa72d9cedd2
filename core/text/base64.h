#pragma once

// Base64 (RFC 4648), the form of bytes in tokenizer.json.

#include <optional>
#include <string>
#include <string_view>

namespace core {

/// Nothing when the text has other characters, wrong padding or bits left over.
std::optional<std::string> fromBase64(std::string_view text);

std::string toBase64(std::string_view bytes);

} // namespace core
