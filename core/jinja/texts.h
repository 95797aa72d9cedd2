#pragma once

// What Python does with texts: white space at the ends, capitals, parts between separators.

#include "core/jinja/value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core::jinja {

enum class Side
{
    Left,
    Right,
    Both
};

/// Without white space at its ends; with `letters` without those instead.
std::string stripped(const std::string& text, Side side, const Value& letters);

std::string upper(const std::string& text);
std::string lower(const std::string& text);
std::string capitalized(const std::string& text); // the first character, all others small
std::string titled(const std::string& text, bool asFilter); // of each word; the filter of Jinja has words of its own

/// At most `most` replacements; −1: all.
std::string replaced(const std::string& text, const std::string& from, const std::string& to, std::int64_t most);

/// The parts between separators, at most `most` cuts, from the left or the right; an empty separator: white space.
std::vector<Value> parts(const std::string& text, const std::string& separator, std::int64_t most, Side from);
std::vector<Value> linesOf(const std::string& text);

/// All characters are of this class, and there is one. REQUIRES: isdigit, isalpha, isalnum, isspace, isupper or islower.
bool isAll(const std::string& method, const std::string& text);

} // namespace core::jinja
