#include "app/command_line/completions.h"

#include "app/command_line/window_options.h"

#include "core/base/error.h"

#include <iterator>

namespace app {

std::vector<Option> allWindowOptions()
{
    std::vector<Option> options(std::begin(windowOptions), std::end(windowOptions));
    options.insert(options.end(), std::begin(overviewOptions), std::end(overviewOptions));
    return options;
}

std::string spaced(std::span<const std::string> words)
{
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : " ").append(word);
    return text;
}

std::string escaped(std::string_view text, std::string_view characters, std::string_view with)
{
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos)
            result += with;
        result += c;
    }
    return result;
}

namespace {

constexpr Option completionsOptions[] = {languageOption, helpOption};

int runCompletions(const Arguments& arguments, const std::stop_token&)
{
    const std::string shell = arguments.positionals().empty() ? "" : arguments.positionals()[0];
    const std::string text = shell == "bash" ? bashCompletions()
        : shell == "zsh"                     ? zshCompletions()
        : shell == "fish"                    ? fishCompletions()
                                             : "";
    if (text.empty())
        refuse("completions", CUTAWAY_TR("needs to know for which shell"), "bash, zsh, fish", shell);
    print({std::string_view(text).substr(0, text.size() - 1)});
    return Done;
}

} // namespace

extern const Command completionsCommand;
const Command completionsCommand{"completions",
    QT_TRANSLATE_NOOP("commandLine", "prints the completions of commands, options and their values for a shell"), "bash|zsh|fish",
    "cutaway completions bash > ~/.local/share/bash-completion/completions/cutaway",
    completionsOptions, 1, nullptr, runCompletions};

} // namespace app
