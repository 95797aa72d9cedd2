#pragma once

// The tokenizer of a folder that has only a model file of SentencePiece: its pieces, with the stages that the reference puts
// around them for each class of tokenizer.

#include "core/files/tokenizers/folder_tokens.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// The model file of the folder, under one of the names that are in use; nothing when there is none.
std::optional<std::string> findSentencePiece(const std::string& folder);

/// The class of tokenizer when neither its model file nor the reference tells its ids: only a tokenizer.json does.
std::optional<std::string> classWithOwnIds(const FolderTokens& tokens);

/// What a tokenizer.json for this model file would say, with the tokens `tokens` of its folder. The class is the one that they
/// name, else that of `modelType`; without one that is known, what the model file itself says. What is assumed is noted.
/// Throws Error{BadInput} naming the file.
Json readSentencePieceFolder(
    const std::string& file, FolderTokens& tokens, const std::string& modelType, std::vector<std::string>& notes);

} // namespace core
