#pragma once

// The words of a text that are not in the vocabulary: the model reads the unknown token in their place, or spells them.

#include "core/text/tokenizer.h"

#include <string>
#include <vector>

namespace core {

struct UnknownWords
{
    std::vector<std::string> words;   // as typed, each once; single characters where one cannot be read alone
    std::string token;                // that stands for them: "[UNK]"
    std::vector<std::string> spelled; // as typed, each once: read nearly letter by letter, by a vocabulary that has whole words

    bool operator==(const UnknownWords&) const = default;
};

/// Of a text whose ids these are. A special token that was not typed and is not put around the text stands for what is
/// unknown. Nothing of very long texts.
UnknownWords unknownWords(const Tokenizer& tokenizer, const std::string& text, const std::vector<TokenId>& ids);

} // namespace core
