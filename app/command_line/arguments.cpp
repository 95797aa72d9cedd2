#include "app/command_line/arguments.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace app {

void refuse(const std::string& where, const char* problem, const std::string& expected, const std::string& found)
{
    throw core::Error({core::ErrorKind::Usage, {}, where, problem, expected, found});
}

namespace {

std::string shown(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

template <class Number>
Number parseNumber(const std::string& option, const std::string& text, Number min, Number max)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    if (!isNumber || !(value >= min && value <= max))
        refuse(option, CUTAWAY_TR("not a number in the legal range"), shown(double(min)) + " – " + shown(double(max)),
            text.empty() ? "\"\"" : text);
    return value;
}

/// The option that was probably meant, or all when nothing is near.
std::string nearOption(std::span<const Option> options, const std::string& word)
{
    std::vector<std::string> names;
    for (const Option& option : options)
        names.emplace_back(option.name);
    const std::vector<std::string> nearest = core::nearestWords(word, names, 1);
    if (!nearest.empty() && core::editDistance(word.substr(0, 60), nearest[0]) <= 1 + word.size() / 3)
        return nearest[0];
    return core::joinedWords(names);
}

} // namespace

Arguments::Arguments(std::span<const Option> options, std::size_t positionals, std::span<const std::string> words)
    : m_options(options)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i];
        if (word.size() < 2 || word[0] != '-') {
            if (m_positionals.size() == positionals)
                refuse(word, CUTAWAY_TR("unexpected argument"),
                    positionals == 0 ? CUTAWAY_TR("options only") : CUTAWAY_TR("one argument"), word);
            m_positionals.push_back(word);
            continue;
        }

        std::optional<std::string> value;
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        if (equals != std::string::npos) {
            value = word.substr(equals + 1);
            word.resize(equals);
        }
        const auto option = std::ranges::find_if(options, [&](const Option& known) { return known.name == word; });
        if (option == options.end())
            refuse(word, CUTAWAY_TR("unknown option; --help lists them"), nearOption(options, word), word);
        if (!option->value) {
            if (value)
                refuse(word, CUTAWAY_TR("takes no value"), {}, *value);
            m_said.emplace_back(word, "");
            continue;
        }
        if (!value) {
            if (i + 1 == words.size())
                refuse(word, CUTAWAY_TR("needs a value"), option->value);
            value = words[++i];
        }
        m_said.emplace_back(word, *value);
    }
}

bool Arguments::has(const std::string& option) const
{
    return std::ranges::any_of(m_said, [&](const auto& said) { return said.first == option; });
}

std::optional<std::string> Arguments::text(const std::string& option) const
{
    const std::vector<std::string> said = all(option);
    return said.empty() ? std::nullopt : std::optional(said.back());
}

std::vector<std::string> Arguments::all(const std::string& option) const
{
    std::vector<std::string> values;
    for (const auto& [name, value] : m_said)
        if (name == option)
            values.push_back(value);
    return values;
}

std::string Arguments::required(const std::string& option) const
{
    if (const std::optional<std::string> value = text(option); value && !value->empty())
        return *value;
    const auto known = std::ranges::find_if(m_options, [&](const Option& one) { return one.name == option; });
    const std::string value = known != m_options.end() && known->value ? std::string(" ") + known->value : std::string();
    refuse(option, CUTAWAY_TR("this option is needed"), option + value, has(option) ? "\"\"" : CUTAWAY_TR("nothing"));
}

long Arguments::integer(const std::string& option, long otherwise, long min, long max) const
{
    const std::optional<std::string> value = text(option);
    return value ? parseNumber<long>(option, *value, min, max) : otherwise;
}

double Arguments::number(const std::string& option, double otherwise, double min, double max) const
{
    const std::optional<std::string> value = text(option);
    return value ? parseNumber<double>(option, *value, min, max) : otherwise;
}

namespace {

/// Between commas, the empty ones too.
std::vector<std::string> partsOf(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

} // namespace

std::vector<std::string> splitWords(const std::string& text)
{
    std::vector<std::string> words = partsOf(text);
    std::erase(words, "");
    return words;
}

std::vector<long> integerList(const std::string& option, const std::string& text, long min, long max)
{
    std::vector<long> numbers;
    if (text.empty())
        refuse(option, CUTAWAY_TR("needs at least one number"));
    for (std::string word : partsOf(text)) {
        word.erase(0, word.find_first_not_of(' '));
        word.erase(word.find_last_not_of(' ') + 1);
        numbers.push_back(parseNumber<long>(option, word, min, max));
    }
    return numbers;
}

} // namespace app
