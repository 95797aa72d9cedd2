#pragma once

// The tokenizer in the folder of a model, in whichever form the folder has it: tokenizer.json, the files of SentencePiece,
// vocab.json with merges.txt, or vocab.txt. The last three are turned into what a tokenizer.json would say.

#include "core/text/tokenizer.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// Null, with a note, when the folder has none. `modelType`: of config.json, for folders that do not name their class of
/// tokenizer. Throws Error{BadInput} naming the file and the place in it.
std::shared_ptr<const Tokenizer> openTokenizerFolder(
    const std::string& folder, const std::string& modelType, SpecialIds special, std::vector<std::string>& notes);

/// The name of a vocabulary in the folder that tells no text how to be cut without another file; empty when there is none.
std::string unreadVocabulary(const std::string& folder);

} // namespace core
