// Completions for fish: a `complete` line for each command and option, with its help.

#include "app/command_line/completion_values.h"
#include "app/command_line/completions.h"

namespace app {

namespace {

const char* const fishBegin = R"fish(# Completion of cutaway for fish, made by `cutaway completions fish`.

function __cutaway_models
    set -l line (commandline -opc)
    command $line[1] list models 2>/dev/null | string replace -r ' .*' ''
end

function __cutaway_list # WORD...: some of them, with commas between
    set -l before (commandline -ct | string replace -r '^--[a-z-]*=' '' | string replace -r '[^,]*$' '')
    printf '%s\n' $before$argv
end

)fish";

std::string fishQuoted(const std::string& text) { return "'" + escaped(text, "'\\") + "'"; }

/// What offers these values: files, words or a function.
std::string offer(const CompletionValues& values)
{
    switch (values.kind) {
    case CompletionValues::Words:
        return "-f -a " + fishQuoted(spaced(values.words));
    case CompletionValues::List:
        return "-f -a " + fishQuoted("(__cutaway_list " + spaced(values.words) + ")");
    case CompletionValues::Choices:
        return "-f -a \"$__cutaway_choices\"";
    case CompletionValues::FigureOptions:
        return "-f -a \"$__cutaway_figure_options\"";
    case CompletionValues::Models:
        return "-F -a '(__cutaway_models)'";
    case CompletionValues::Files:
        return "-F";
    case CompletionValues::Folders:
        return "-f -a '(__fish_complete_directories)'";
    case CompletionValues::Nothing:
        break;
    }
    return "-f";
}

std::string fishLine(const std::string& condition, const Option& option)
{
    const std::string name = option.name;
    const bool isLong = name.starts_with("--");
    std::string text
        = "complete -c cutaway -n " + fishQuoted(condition) + (isLong ? " -l " + name.substr(2) : " -s " + name.substr(1));
    if (option.value)
        text += " -r " + offer(valuesOf(option));
    return text + " -d " + fishQuoted(say(option.help)) + "\n";
}

} // namespace

std::string fishCompletions()
{
    std::string text = fishBegin;
    text += "set -g __cutaway_choices '" + spaced(pairsOf(CompletionValues::Choices)) + "'\n";
    text += "set -g __cutaway_figure_options '" + spaced(pairsOf(CompletionValues::FigureOptions)) + "'\n\n";
    std::vector<std::string> names;
    for (const Command* command : commands()) {
        names.emplace_back(command->name);
        text += "complete -c cutaway -n __fish_use_subcommand -a " + std::string(command->name) + " -d "
            + fishQuoted(say(command->summary)) + "\n";
    }
    text += "complete -c cutaway -n __fish_use_subcommand " + offer({CompletionValues::Models}) + "\n";
    for (const Option& option : allWindowOptions())
        text += fishLine("not __fish_seen_subcommand_from " + spaced(names), option);
    for (const Command* command : commands()) {
        const std::string condition = std::string("__fish_seen_subcommand_from ") + command->name;
        text += "\ncomplete -c cutaway -n " + fishQuoted(condition) + " " + offer(wordsOf(*command)) + "\n";
        for (const Option& option : command->options)
            text += fishLine(condition, option);
    }
    return text;
}

} // namespace app
