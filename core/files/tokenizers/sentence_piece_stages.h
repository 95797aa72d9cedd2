#pragma once

// Stages of a tokenizer.json that the classes of SentencePiece share, as the file writes them.

#include "core/files/tokenizers/folder_tokens.h"

#include <string>
#include <vector>

namespace core {

/// Replaces a text (`kind` "String") or what a pattern finds ("Regex").
Json replace(const char* kind, const char* from, const char* to);

/// The mark for a space before words; `scheme`: always, first or never.
Json metaspace(const char* scheme, bool isSplit);

Json normalizers(Json list); // one after the other

/// Special tokens before and behind the text, by their names; `language` is one more by its text, behind the others or before
/// them; empty: none.
Json around(const FolderTokens& tokens, const std::vector<const char*>& before, const std::vector<const char*>& after,
    const std::string& language = {}, bool isLanguageFirst = false);

} // namespace core
