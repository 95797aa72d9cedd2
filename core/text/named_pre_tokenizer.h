#pragma once

// The pre-tokenizers that GGUF files only name (tokenizer.ggml.pre), spelled out as tokenizer.json would. To add one: its name
// in the table.

#include "core/io/json.h"

#include <string>

namespace core {

struct NamedPreTokenizer
{
    Json preTokenizer;
    bool isComposed = false; // the text is brought to NFC first
    bool ignoresMerges = false;
};

/// Throws Error{BadInput} naming `file` for a name that is not known: the tokenization would be wrong.
NamedPreTokenizer namedPreTokenizer(const std::string& name, const std::string& file);

/// The pre-tokenizer and decoder ByteLevel.
Json byteLevelStage(bool usesRegex, bool addsPrefix = false);

} // namespace core
