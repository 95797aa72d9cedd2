#pragma once

// alignments.json in the folder of a model that translates: which words of its languages mean the same, and sentences with their
// translations, to measure by them whether a head looks at the word that is translated. That of the bundled translator has the
// words of core/train/corpus_words.cpp and sentences of `cutaway corpus --pairs N --held-out`.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core {

struct WordPairs
{
    std::vector<std::pair<std::string, std::string>> words;     // in either order
    std::vector<std::pair<std::string, std::string>> sentences; // source, target

    /// Whether the tokens, without the spaces around them, are a pair in either order.
    bool areOne(const std::string& token, const std::string& other) const;
};

/// Nothing where the folder has no such file. Throws Error{BadInput}.
std::optional<WordPairs> wordPairs(const std::string& folder);

} // namespace core
