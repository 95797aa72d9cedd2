#pragma once

// The tokenizer of a folder that has only a model file of SentencePiece: its pieces, with the stages that the reference puts
// around them for each class of tokenizer.

#include "core/files/json.h"

#include <optional>
#include <string>

namespace core {

/// The model file of the folder, under one of the names that are in use; nothing when there is none.
std::optional<std::string> findSentencePiece(const std::string& folder);

/// The class of tokenizer when neither its model file nor the reference tells its ids: only a tokenizer.json does. Throws
/// Error{BadInput} for a bad tokenizer_config.json.
std::optional<std::string> classWithOwnIds(const std::string& folder);

/// What a tokenizer.json for this model file would say. The class is that of tokenizer_config.json beside it, else that of
/// `modelType`; without one that is known, what the model file itself says. Throws Error{BadInput} naming the file.
Json readSentencePieceFolder(const std::string& file, const std::string& modelType);

} // namespace core
