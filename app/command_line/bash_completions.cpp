// Completions for bash: one function that joins what bash split at "=" and ":", looks up the option before the cursor, and
 // offers.

#include "app/command_line/completion_values.h"
#include "app/command_line/completions.h"

namespace app {

namespace {

const char* const bashBegin = R"bash(# Completion of cutaway for bash, made by `cutaway completions bash`.

_cutaway_offer() # PROGRAM KIND WORDS: fills COMPREPLY with what fits $cur
{
  case $2 in
    words) mapfile -t COMPREPLY < <(compgen -W "$3" -- "$cur") ;;
    list)
      compopt -o nospace 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W "$3" -- "${cur##*,}")
      ;;
    pairs)
      if [[ $cur != *=* ]]; then
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "$3" -- "$cur" | sed 's/=.*/=/' | sort -u)
      else
        mapfile -t COMPREPLY < <(compgen -W "$3" -- "$cur")
      fi
      ;;
    models)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -W "$("$1" list models 2>/dev/null | cut -d ' ' -f 1)" -- "$cur"; compgen -f -- "$cur")
      ;;
    files)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      ;;
    folders)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      ;;
  esac
}

)bash";

const char* const joinWords = R"bash(
_cutaway()
{
  local cur prev word i joins='' kind='' list='' options='' plain='' plain_list=''
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do # a word of the line may be several of bash's
    word=${COMP_WORDS[i]}
    if [[ ${#words[@]} -gt 1 && $word != -* && ($joins || $word == [=:]*) ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == *[=:] ]] && joins=1 || joins=''
  done
  cur=${words[-1]}
  prev=${words[-2]-}
  if [[ $cur == --*=* ]]; then
    prev=${cur%%=*}
    cur=${cur#*=}
  fi
  [[ ${#words[@]} -gt 2 ]] && word=${words[1]} || word=''
  case $word in
)bash";

const char* const bashEnd = R"bash(  esac
  COMPREPLY=()
  if [[ $kind ]]; then
    _cutaway_offer "$1" "$kind" "$list"
  elif [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  else
    _cutaway_offer "$1" "$plain" "$plain_list"
  fi
  if [[ ${#words[@]} -eq 2 && $cur != -* ]]; then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$commands" -- "$cur")
  fi
  if [[ $COMP_WORDBREAKS == *[=:]* ]]; then # bash replaces only what is after them
    COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*[=:]}"}"}")
  fi
}

complete -F _cutaway cutaway
)bash";

/// "KIND LIST" as two assignments.
std::string assigned(const CompletionValues& values, const std::string& name, const std::string& listName)
{
    static constexpr const char* kinds[] = {"nothing", "words", "list", "pairs", "pairs", "models", "files", "folders"};
    std::string text = name + "=" + kinds[values.kind];
    if (values.kind == CompletionValues::Choices)
        text += " " + listName + "=$_cutaway_choices";
    else if (values.kind == CompletionValues::FigureOptions)
        text += " " + listName + "=$_cutaway_figure_options";
    else if (!values.words.empty())
        text += " " + listName + "='" + spaced(values.words) + "'";
    return text;
}

/// One arm of the case: its options, what follows each, what its plain words are.
std::string arm(const std::string& pattern, std::span<const Option> options, const CompletionValues& plain)
{
    std::string text = "    " + pattern + ")\n      options='";
    for (const Option& option : options)
        text += (&option == options.data() ? "" : " ") + std::string(option.name);
    text += "'\n      " + assigned(plain, "plain", "plain_list") + "\n      case $prev in\n";
    for (const Option& option : options)
        if (option.value)
            text += "        " + std::string(option.name) + ") " + assigned(valuesOf(option), "kind", "list") + " ;;\n";
    return text + "      esac\n      ;;\n";
}

} // namespace

std::string bashCompletions()
{
    std::string text = bashBegin;
    text += "_cutaway_choices='" + spaced(pairsOf(CompletionValues::Choices)) + "'\n";
    text += "_cutaway_figure_options='" + spaced(pairsOf(CompletionValues::FigureOptions)) + "'\n";
    text += joinWords;
    std::vector<std::string> names;
    for (const Command* command : commands()) {
        names.emplace_back(command->name);
        text += arm(command->name, command->options, wordsOf(*command));
    }
    text += arm("*", allWindowOptions(), {CompletionValues::Models});
    std::string last = bashEnd;
    const std::string placeholder = "$commands";
    last.replace(last.find(placeholder), placeholder.size(), spaced(names));
    return text + last;
}

} // namespace app
