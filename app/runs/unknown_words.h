#pragma once

// The words of a text that are not in the vocabulary: the model reads the unknown token in their place.

#include "core/text/tokenizer.h"

#include <string>
#include <vector>

namespace app {

struct UnknownWords
{
    std::vector<std::string> words; // as typed, each once; single characters where one cannot be read alone
    std::string token;              // that stands for them: "[UNK]"
};

/// Of a text whose ids these are. A special token that nobody typed and that is not put around the text stands for what is
/// unknown. Texts without one, and very long ones, cost nothing.
UnknownWords unknownWords(const core::Tokenizer& tokenizer, const std::string& text, const std::vector<core::TokenId>& ids);

} // namespace app
