#pragma once

// A template cut into texts, tags and the words inside tags, with the white space around tags as the environment of chat
// templates treats it: the line break behind a statement and the spaces before it on its line are dropped (trim_blocks,
// lstrip_blocks), and
// "-" inside a tag drops all white space on its side, "+" keeps it.

#include "core/base/error.h"

#include <string>
#include <vector>

namespace core::jinja {

struct Token
{
    enum Kind
    {
        Text,           // between tags
        StatementStart, // {%
        StatementEnd,   // %}
        OutputStart,    // {{
        OutputEnd,      // }}
        Name,
        String, // without its quotes
        Integer,
        Float,
        Operator, // of one or two signs
        End
    };
    Kind kind = End;
    std::string text;
    int line = 1;
};

/// The tokens of a template, the last one End; comments are left out. Throws Error{BadInput} with its line as the place.
std::vector<Token> tokensOf(const std::string& source);

/// Calls `work`; an error that has no place gets that of the line, which may change meanwhile.
template <class Work>
auto atLine(const int& line, const Work& work)
{
    try {
        return work();
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        if (parts.where.empty())
            parts.where = "line " + std::to_string(line);
        throw Error(std::move(parts));
    }
}

} // namespace core::jinja
