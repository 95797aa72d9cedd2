#include "app/command_line/completion_values.h"

#include "app/base/languages.h"

#include "core/model/choices.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/figure_style.h"
#include "widgets/views/shared/view.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace app {

namespace {

using Strings = std::vector<std::string>;

Strings stringsOf(const QStringList& words)
{
    Strings strings;
    for (const QString& word : words)
        strings.push_back(word.toStdString());
    return strings;
}

/// "a|b|c" as its words.
Strings alternatives(std::string_view text)
{
    Strings words;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('|', begin), text.size());
        words.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// "key=" for any value, "key=word" where the words are known.
void addPairs(Strings& pairs, const std::string& key, const Strings& words)
{
    if (words.empty())
        pairs.push_back(key + "=");
    for (const std::string& word : words)
        pairs.push_back(key + "=" + word);
}

Strings choicePairs()
{
    Strings pairs;
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        const bool isWord = key.type == core::ChoiceType::Word;
        addPairs(pairs, key.id, isWord ? key.words : key.type == core::ChoiceType::Bool ? Strings{"true", "false"} : Strings{});
    }
    return pairs;
}

/// The options of all figures; a key that any of them takes another value for stands alone, too.
Strings figureOptionPairs()
{
    std::set<std::string> pairs;
    for (const widgets::FigureInfo& figure : widgets::allFigures())
        for (const widgets::FigureOption& option : widgets::optionsOf(figure)) {
            Strings of;
            addPairs(of, option.key.toStdString(), stringsOf(option.words));
            pairs.insert(of.begin(), of.end());
        }
    return {pairs.begin(), pairs.end()};
}

Strings figureIds()
{
    Strings ids;
    for (const widgets::FigureInfo& figure : widgets::allFigures())
        ids.emplace_back(figure.id);
    return ids;
}

Strings viewIds()
{
    Strings ids;
    for (const widgets::ViewInfo& view : widgets::allViews())
        ids.emplace_back(view.id);
    return ids;
}

Strings presetIds()
{
    Strings ids;
    for (const widgets::FigurePreset& preset : widgets::figurePresets())
        ids.emplace_back(preset.id);
    return ids;
}

Strings formatIds()
{
    Strings ids;
    for (int format = int(widgets::FigureFormat::Svg); format <= int(widgets::FigureFormat::Latex); ++format)
        ids.push_back(widgets::formatWord(widgets::FigureFormat(format)).toStdString());
    return ids;
}

} // namespace

CompletionValues valuesOf(const Option& option)
{
    if (!option.value)
        return {};
    const std::string_view value = option.value;
    if (value.starts_with("FILE") || value == "TEMPLATE")
        return {CompletionValues::Files};
    if (value == "FOLDER")
        return {CompletionValues::Folders};
    if (value == "MODEL")
        return {CompletionValues::Models};
    if (value == "KEY=VALUE")
        return {std::string_view(option.name) == "--option" ? CompletionValues::FigureOptions : CompletionValues::Choices};
    if (value == "FIGURE")
        return {CompletionValues::List, figureIds()};
    if (value == "FORMATS")
        return {CompletionValues::List, formatIds()};
    if (value.starts_with("LANGUAGE,"))
        return {CompletionValues::List, stringsOf(languages())};
    if (value == "LANGUAGE")
        return {CompletionValues::Words, stringsOf(languages())};
    if (value == "VIEW")
        return {CompletionValues::Words, viewIds()};
    if (value == "PRESET")
        return {CompletionValues::Words, presetIds()};
    return value.find('|') == std::string_view::npos ? CompletionValues{}
                                                     : CompletionValues{CompletionValues::Words, alternatives(value)};
}

std::vector<std::string> pairsOf(CompletionValues::Kind kind)
{
    return kind == CompletionValues::Choices      ? choicePairs()
        : kind == CompletionValues::FigureOptions ? figureOptionPairs()
                                                  : Strings();
}

CompletionValues wordsOf(const Command& command)
{
    if (command.positionals == 0)
        return {};
    const std::string_view usage = command.usage;
    const std::string_view first = usage.substr(0, usage.find(' '));
    if (first.find('|') != std::string_view::npos)
        return {CompletionValues::Words, alternatives(first)};
    return {first == "M" || first == "[M]" ? CompletionValues::Models : CompletionValues::Files};
}

} // namespace app
