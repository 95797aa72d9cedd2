#pragma once

// The options of `cutaway [MODEL | FOLDER | FILE]`, which opens the window: the one table for the program's start, its help, the
// completions and the manual.

#include "app/command_line/command.h"

#include <algorithm>
#include <string_view>

namespace app {

inline constexpr Option windowOptions[] = {{"--lang", "LANGUAGE", QT_TRANSLATE_NOOP("commandLine", "language")},
    {"--theme", "light|dark|high_contrast|projector", QT_TRANSLATE_NOOP("commandLine", "theme")},
    {"--text", "TEXT", QT_TRANSLATE_NOOP("commandLine", "the prompt to open with")},
    {"--view", "VIEW", QT_TRANSLATE_NOOP("commandLine", "the page to open with")}, setOption,
    {"--b-set", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "change a choice of slot B; may be repeated")},
    {"--slot", "a|b|ab|delta|abdelta",
        QT_TRANSLATE_NOOP("commandLine", "A, B, side by side, B − A, or all three (abdelta when there is a slot B)")},
    {"--screenshot", "FILE.png", QT_TRANSLATE_NOOP("commandLine", "draw the window into a file and leave")},
    {"--size", "WxH", QT_TRANSLATE_NOOP("commandLine", "with --screenshot: size of the window (1366x768)")}};

/// Whether the words of the command line say what the window shows, and not only how it looks. A person who says nothing of it
/// is greeted at the first start.
inline bool saysWhatToShow(const Arguments& arguments)
{
    const auto isOfContent = [&](const Option& one) {
        return std::string_view(one.name) != "--lang" && std::string_view(one.name) != "--theme" && arguments.has(one.name);
    };
    return !arguments.positionals().empty() || std::ranges::any_of(windowOptions, isOfContent);
}

} // namespace app
