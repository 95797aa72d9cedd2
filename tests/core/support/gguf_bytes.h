#pragma once

// The bytes of GGUF files, right and wrong ones: what the tests write.

#include "tests/core/support/temporary_files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gguf {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

inline std::string text(const std::string& value) { return bytesOf(U64(value.size())) + value; }

inline std::string pair(const std::string& key, U32 type, const std::string& value) { return text(key) + bytesOf(type) + value; }

inline std::string array(U32 type, U64 count, const std::string& values) { return bytesOf(type) + bytesOf(count) + values; }

inline std::string tensor(const std::string& name, const std::vector<U64>& dims, U32 type, U64 offset)
{
    std::string bytes = text(name) + bytesOf(U32(dims.size()));
    for (const U64 dim : dims)
        bytes += bytesOf(dim);
    return bytes + bytesOf(type) + bytesOf(offset);
}

/// A GGUF file whose every part can be wrong.
struct File
{
    std::string magic = "GGUF";
    U32 version = 3;
    std::vector<std::string> pairs = {};
    std::vector<std::string> tensors = {};
    std::size_t dataBytes = 0;
    std::optional<U64> tensorCount = {};
    std::optional<U64> pairCount = {};

    std::string bytes() const
    {
        std::string result = magic + bytesOf(version) + bytesOf(tensorCount.value_or(tensors.size()))
            + bytesOf(pairCount.value_or(pairs.size()));
        for (const std::string& part : pairs)
            result += part;
        for (const std::string& part : tensors)
            result += part;
        if (dataBytes > 0)
            result.resize((result.size() + 31) / 32 * 32 + dataBytes, '\0');
        return result;
    }
};

} // namespace gguf
