#pragma once

// JSON from outside the program: parsed with limits on size and depth, and with duplicate keys refused.
// Every reader of config.json, tokenizer.json, headers and sessions goes through here.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

using Json = nlohmann::json; // objects keep their keys sorted, so that what we write is deterministic

struct JsonLimits
{
    std::size_t bytes = std::size_t(16) << 20; // config 16 MiB, index 256 MiB, tokenizer 512 MiB, safetensors header 100 MB
    int depth = 64;
};

/// The document in `text`. Throws Error{BadInput} with `file`, the byte offset, and what was expected and found:
/// malformed text, bad UTF-8, a duplicate key at any level, too deep, too large, trailing bytes.
/// A byte-order mark is refused with its own message. Integers above 2^53 stay exact.
Json parseJson(std::string_view text, const std::string& file, JsonLimits limits = {});

/// Reads the whole file and parses it. Throws Error{BadInput} when it cannot be opened or is larger than limits.bytes.
Json readJson(const std::string& path, JsonLimits limits = {});

/// Nesting-safe text of a document: sorted keys, UTF-8, `indent` spaces (-1: one line). Non-finite numbers become null.
std::string writeJson(const Json& value, int indent = -1);

} // namespace core
