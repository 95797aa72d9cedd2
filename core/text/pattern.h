#pragma once

// Pattern of Split and Replace: a literal string or a regular expression. The engine is Oniguruma with the
// syntax of the reference library, so that patterns need no translation.

#include "core/io/json_value.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Bytes [begin, end) of a text.
struct TextRange
{
    std::size_t begin = 0;
    std::size_t end = 0;
    bool operator==(const TextRange&) const = default;
};

class Pattern
{
public:
    static Pattern literal(std::string text);

    /// Throws Error{BadInput} for a pattern that does not compile, is longer than 64 KiB or nested deeper
    /// than 200. Callouts are not part of the syntax.
    static Pattern regex(const std::string& pattern);

    /// From {"String": …} or {"Regex": …}; errors name the place in the file.
    static Pattern fromJson(const JsonValue& json);

    /// All matches from left to right, none overlapping. An empty match directly behind a match does not count.
    /// Throws Error{BadInput} when the regex gives up: never taken as "no more matches".
    /// May be called from several threads at once.
    std::vector<TextRange> findAll(std::string_view text) const;

    /// The text with every match replaced by `content` as it is. Throws as findAll, and when the result would
    /// be larger than 1 GiB.
    std::string replaceAll(std::string_view text, std::string_view content) const;

private:
    std::vector<TextRange> findLiteral(std::string_view text) const;
    std::vector<TextRange> findRegex(std::string_view text) const;

    std::string m_text;
    std::shared_ptr<void> m_regex; // compiled form; null for a literal
};

} // namespace core
