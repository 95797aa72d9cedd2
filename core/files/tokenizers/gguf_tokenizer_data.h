#pragma once

// The tokenizer inside a GGUF file, with the type and the length of every array checked.

#include "core/files/formats/gguf.h"
#include "core/text/gguf_tokenizer.h"

#include <optional>

namespace core {

/// Nothing when the file has no tokenizer. Throws Error{BadInput} naming the key.
std::optional<GgufTokenizerData> readGgufTokenizer(const Gguf& gguf);

} // namespace core
