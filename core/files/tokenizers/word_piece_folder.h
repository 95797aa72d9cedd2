#pragma once

// The tokenizer of a folder from before tokenizer.json: vocab.txt (the number of a line is the id of its token) and, when
// they are there, tokenizer_config.json, special_tokens_map.json and added_tokens.json.

#include "core/files/tokenizers/folder_tokens.h"

#include <optional>
#include <string>

namespace core {

/// What a tokenizer.json of this folder would say, with the tokens `tokens` of it; nothing when it has no vocab.txt, or when
/// tokenizer_config.json names a class that is not BERT's (`isBert`: the class to take when it names none). Throws
/// Error{BadInput} naming the file.
std::optional<Json> readWordPieceFolder(const std::string& folder, FolderTokens& tokens, bool isBert);

} // namespace core
