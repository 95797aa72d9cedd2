#pragma once

// prompts.json in a model's folder: texts on which one of its heads does something describable, each with the head,
// the two tokens to look at, and the sentence. They belong to these very weights:
// tests/core/files/library/tst_curated_prompts.cpp runs the model and checks each.

#include "core/io/words_by_language.h"

#include <string>
#include <vector>

namespace core {

struct CuratedPrompt
{
    std::string language; // of the text: "en", "zh_CN"
    std::string text;
    std::string target;       // of an encoder–decoder: what its decoder has written so far; the head is one of the decoder's
    int layer = 0, head = 0;  // the head to look at
    int query = 0, key = 0;   // from where it looks, and to what
    double weight = 0;        // it gives at least this much of its attention there
    std::string next;         // the token that the model predicts; empty: nothing is claimed
    WordsByLanguage title;
    WordsByLanguage sentence; // what the head does
};

/// Those of a model folder, in order; empty when it has none. Throws Error{BadInput}.
std::vector<CuratedPrompt> curatedPrompts(const std::string& folder);

} // namespace core
