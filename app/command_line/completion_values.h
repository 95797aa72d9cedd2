#pragma once

// CompletionValues: what a shell can offer for the value of an option or for a word of a command, by the placeholder in its
// table. To offer more for a new placeholder: a row in completion_values.cpp.

#include "app/command_line/command.h"

#include <string>
#include <vector>

namespace app {

struct CompletionValues
{
    enum Kind
    {
        Nothing, // a text or a number of the person's own
        Words,   // one of `words`
        List,    // some of `words`, with commas between
        Choices, // KEY=VALUE of docs/contract.md part 2, one of pairsOf()
        FigureOptions, // KEY=VALUE of `export --option`, one of pairsOf()
        Models, // a name of `list models`, a file or a folder
        Files,
        Folders
    };

    Kind kind = Nothing;
    std::vector<std::string> words = {};

    bool operator==(const CompletionValues&) const = default;
};

/// What can stand after this option; Nothing for a switch.
CompletionValues valuesOf(const Option& option);

/// "norm.kind=rms_norm", or "rope.base=" where any value goes: of Choices and FigureOptions; else empty.
std::vector<std::string> pairsOf(CompletionValues::Kind kind);

/// What can stand as a plain word of this command; Nothing when it takes none.
CompletionValues wordsOf(const Command& command);

} // namespace app
