#pragma once

// JSON from outside the program: parsed with limits on size, depth and number of values, and with duplicate
// keys refused. Every reader of config.json, tokenizer.json, headers and sessions goes through here.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

using Json = nlohmann::json; // objects keep their keys sorted, so that what we write is deterministic

struct JsonLimits
{
    std::size_t bytes = std::size_t(16) << 20; // config 16 MiB, index 256 MiB, tokenizer 512 MiB, safetensors header 100 MB
    int depth = 64; // arrays and objects inside one another
    std::size_t values = 4'000'000; // of all kinds together: bounds the memory of the document
};

/// The document in `text`. Throws Error{BadInput} with `file`, the byte offset, and what was expected and
/// found: malformed text, bad UTF-8, a duplicate key at any level, too deep, too large (also as a document in memory),
/// trailing bytes, a byte-order mark. Integers from -2^63 to 2^64 - 1 stay exact.
Json parseJson(std::string_view text, const std::string& file, JsonLimits limits = {});

/// Reads the whole file and parses it, behind a byte-order mark. Throws Error{BadInput} when it is not a regular file, cannot be
/// read or is larger than limits.bytes.
Json readJson(const std::string& path, JsonLimits limits = {});

/// Text of a document: sorted keys, UTF-8 (bytes that are not become U+FFFD), `indent` spaces (-1: one line).
/// Non-finite numbers become null. Throws Error{Output} for a document nested deeper than 512.
std::string writeJson(const Json& value, int indent = -1);

/// A value as people write it: a text without its quotes, anything else as its document on one line.
std::string plainText(const Json& value);

} // namespace core
