#include "app/command_line/arguments.h"

#include "core/base/error.h"

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
        refuse(option, CUTAWAY_TR("not a number in the legal range"), shown(double(min)) + " – " + shown(double(max)), text);
    return value;
}

} // namespace

Arguments::Arguments(std::span<const Option> options, std::size_t positionals, std::span<const std::string> words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i];
        if (word.size() < 2 || word[0] != '-') {
            if (m_positionals.size() == positionals)
                refuse(word, CUTAWAY_TR("unexpected argument"));
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
            refuse(word, CUTAWAY_TR("unknown option; --help lists them"));
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
    refuse(option, CUTAWAY_TR("this option is needed"));
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

std::vector<std::string> splitWords(const std::string& text)
{
    std::vector<std::string> words;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        if (comma > from)
            words.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return words;
}

std::vector<long> integerList(const std::string& option, const std::string& text, long min, long max)
{
    std::vector<long> numbers;
    for (std::string word : splitWords(text)) {
        word.erase(0, word.find_first_not_of(' '));
        word.erase(word.find_last_not_of(' ') + 1);
        numbers.push_back(parseNumber<long>(option, word, min, max));
    }
    if (numbers.empty())
        refuse(option, CUTAWAY_TR("needs at least one number"));
    return numbers;
}

} // namespace app
