#pragma once

// The tokenizers of translation models that have a vocabulary besides their SentencePiece models: Marian (source.spm,
// target.spm, vocab.json) and M2M-100 (sentencepiece.bpe.model, vocab.json, tokens of languages).

#include "core/files/tokenizers/folder_tokens.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// The folder names one of these classes, or its `model_type` means one.
bool isTranslationFolder(const FolderTokens& tokens, const std::string& modelType);

/// What a tokenizer.json of ours for the folder says; nothing, with a note, when a file that it needs is not there. What is
/// assumed about languages is noted. Throws Error{BadInput} naming the file. REQUIRES: isTranslationFolder().
std::optional<Json> readTranslationFolder(
    const std::string& folder, FolderTokens& tokens, const std::string& modelType, std::vector<std::string>& notes);

} // namespace core
