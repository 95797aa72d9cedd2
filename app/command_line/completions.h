#pragma once

// Completions of the command line for shells, made from the tables of the commands and of the window. To add a shell: its
// writer and its row in completions_command.cpp.

#include "app/command_line/command.h"

#include <span>
#include <string>
#include <vector>

namespace app {

/// A whole file for each shell, UTF-8, with the help in the current language (bash shows none).
std::string bashCompletions();
std::string zshCompletions();
std::string fishCompletions();

// What the writers share.

/// `cutaway --help` and `cutaway --version`, which are no command's.
inline constexpr Option overviewOptions[] = {helpOption, {"--version", nullptr, QT_TRANSLATE_NOOP("commandLine", "the version")}};

/// The options of the window and the overview's.
std::vector<Option> allWindowOptions();

/// Joined with a blank between.
std::string spaced(std::span<const std::string> words);

/// `text` with `with` before each of these characters.
std::string escaped(std::string_view text, std::string_view characters, std::string_view with = "\\");

} // namespace app
