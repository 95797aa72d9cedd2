// Completions for zsh: a call of _arguments for each command, with the help of each option.

#include "app/command_line/completion_values.h"
#include "app/command_line/completions.h"

namespace app {

namespace {

const char* const zshBegin = R"zsh(#compdef cutaway
# Completion of cutaway for zsh, made by `cutaway completions zsh`.

_cutaway_models() {
  local -a models
  models=(${(f)"$(${(Q)_cutaway_program} list models 2>/dev/null)"})
  models=(${models%% *})
  _alternative 'models:model:compadd -a models' 'files:file:_files'
}

_cutaway_pairs() { # PAIR...: first the keys, then the values of the key
  local -a pairs keys
  pairs=("$@")
  if compset -P '*='; then
    pairs=(${(M)pairs:#${IPREFIX##*[[:space:]]}*})
    compadd -- ${pairs#*=}
  else
    keys=(${(u)pairs%%=*})
    compadd -S '=' -- $keys
  fi
}

)zsh";

std::string zshQuoted(const std::string& text) { return "'" + escaped(text, "'", "'\\'") + "'"; }

/// What _arguments does for these values.
std::string action(const CompletionValues& values)
{
    switch (values.kind) {
    case CompletionValues::Words:
        return "(" + spaced(values.words) + ")";
    case CompletionValues::List:
        return "_sequence compadd - " + spaced(values.words);
    case CompletionValues::Choices:
        return "_cutaway_choices";
    case CompletionValues::FigureOptions:
        return "_cutaway_figure_options";
    case CompletionValues::Models:
        return "_cutaway_models";
    case CompletionValues::Files:
        return "_files";
    case CompletionValues::Folders:
        return "_files -/";
    case CompletionValues::Nothing:
        break;
    }
    return " ";
}

/// One specification of _arguments; every option may be repeated.
std::string specification(const Option& option)
{
    const std::string name = option.name;
    std::string text = "*" + name;
    if (option.value && name.starts_with("--"))
        text += "=";
    text += "[" + escaped(say(option.help), "[]\\") + "]";
    if (option.value)
        text += ":" + escaped(option.value, ":\\") + ":" + action(valuesOf(option));
    return "        " + zshQuoted(text) + " \\\n";
}

std::string pairsFunction(const std::string& name, CompletionValues::Kind kind)
{
    return name + "() {\n  _cutaway_pairs " + spaced(pairsOf(kind)) + "\n}\n\n";
}

} // namespace

std::string zshCompletions()
{
    std::string text = zshBegin;
    text += pairsFunction("_cutaway_choices", CompletionValues::Choices);
    text += pairsFunction("_cutaway_figure_options", CompletionValues::FigureOptions);
    text += "_cutaway_first() {\n  local -a commands\n  commands=(\n";
    for (const Command* command : commands())
        text += "    " + zshQuoted(std::string(command->name) + ":" + escaped(say(command->summary), ":\\")) + "\n";
    text += "  )\n  _describe command commands\n  _cutaway_models\n}\n\n"
            "_cutaway() {\n  local _cutaway_program=$words[1] command=''\n  (( CURRENT > 2 )) && command=$words[2]\n"
            "  case $command in\n";
    for (const Command* command : commands()) {
        text += "    " + std::string(command->name) + ")\n      shift words\n      (( CURRENT-- ))\n      _arguments \\\n";
        for (const Option& option : command->options)
            text += specification(option);
        const CompletionValues words = wordsOf(*command);
        text += words.kind == CompletionValues::Nothing ? "        && return 0\n"
                                                        : "        " + zshQuoted("1: :" + action(words)) + "\n";
        text += "      ;;\n";
    }
    text += "    *)\n      _arguments \\\n";
    for (const Option& option : allWindowOptions())
        text += specification(option);
    return text + "        '1: :_cutaway_first'\n      ;;\n  esac\n}\n\n_cutaway \"$@\"\n";
}

} // namespace app
