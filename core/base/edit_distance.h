#pragma once

// Edit distance of two words, for messages that suggest the nearest known one.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Number of single letters to change, insert or leave out until a is b (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b);

/// The `count` candidates that are nearest to the word, nearest first; equals keep their order. Only the first 200 letters
/// of the word count, so that a hostile one costs little.
std::vector<std::string> nearestWords(std::string_view word, const std::vector<std::string>& candidates, std::size_t count);

} // namespace core
