#pragma once

// The tokenizer of a folder from before tokenizer.json: vocab.json (token and id) and merges.txt (one merge per line), and the
// files of special tokens next to them.

#include "core/files/tokenizers/folder_tokens.h"

#include <optional>
#include <string>

namespace core {

/// What a tokenizer.json of this folder would say, with the tokens `tokens` of it; nothing when it has no vocab.json with
/// merges.txt, or when the class of tokenizer that it names (else that of `modelType`) is not one of byte-level BPE. Throws
/// Error{BadInput} naming file and line.
std::optional<Json> readBytePairFolder(const std::string& folder, FolderTokens& tokens, const std::string& modelType);

} // namespace core
