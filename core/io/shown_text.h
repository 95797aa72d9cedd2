#pragma once

// Names and texts from files, escaped and shortened for a one-line message, and lists of names in one.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The text with control characters, direction marks and bytes that are not UTF-8 written as \xNN, cut after `bytes`.
std::string shownText(std::string_view text, std::size_t bytes = 200);

/// Whether shownText() would leave every character as it is.
bool isPlainText(std::string_view text);

/// "a, b, c": the words as they stand. `wordOf` is the word of an element, by default the element itself.
template <class Words, class WordOf = std::identity>
std::string joinedWords(const Words& words, WordOf wordOf = {})
{
    std::string text;
    for (const auto& word : words) {
        if (!text.empty())
            text += ", ";
        text += std::invoke(wordOf, word);
    }
    return text;
}

/// "a, b, and 3 more": at most `most` words, each as shownText() has it.
std::string shownList(const std::vector<std::string>& words, std::size_t most);

/// In whole MiB, below ten of them in KiB; `isUp`: rounded up, so that what is too large never reads like what is allowed.
std::string sizeText(std::size_t bytes, bool isUp);

} // namespace core
