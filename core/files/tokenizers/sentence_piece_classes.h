#pragma once

// The classes of tokenizers that the reference makes from a model file of SentencePiece, and the order in which each has the
// pieces: for some the ids are not those of the file. To add one: a row in the table of classes, and its stages in
// sentence_piece_folder.cpp.

#include "core/files/tokenizers/folder_tokens.h"
#include "core/text/sentence_piece_model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

struct SentencePieceClass
{
    std::string name;
    std::vector<std::string> modelTypes = {};         // that mean this class when a folder names none
    std::vector<FolderTokens::Default> specialTokens; // in the order in which the reference adds them
    void (*order)(SentencePieceModel&, const FolderTokens&) = nullptr; // of the first pieces; null: that of the file
    std::optional<std::int64_t> unknownId = {}; // of the unknown token where the file is not asked
    bool findsUnknown = false;                  // it is the piece with the text of unk_token
    std::span<const char* const> languages = {}; // the codes of those that have a token, in the order of their ids
    bool hasMaskLast = false;                   // <mask> is behind all pieces
};

/// By its name; with an empty one by the `model_type` of config.json. Null: none that is known.
const SentencePieceClass* findSentencePieceClass(const std::string& name, const std::string& modelType);

/// Puts the pieces into the order of the class: afterwards their place is their id. Throws Error{BadInput} for settings in the
/// folder that cannot be.
void orderPieces(SentencePieceModel& model, const SentencePieceClass& one, const FolderTokens& tokens);

} // namespace core
