#include "core/model/choice_values.h"

#include "core/base/edit_distance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// What a key may be, for a message: "layer_norm, rms_norm, none", "1–2048", "true, false".
std::string legalText(const ChoiceKey& key)
{
    if (key.id == "mask.schedule")
        return CUTAWAY_TR("letters w and f, e.g. wwwf");
    if (key.id == "score.scale")
        return CUTAWAY_TR("a number or auto");
    switch (key.type) {
    case ChoiceType::Bool:
        return "true, false";
    case ChoiceType::Integer:
        return fmt::format("an integer {:.0f}–{:.0f}", key.min, key.max);
    case ChoiceType::Number:
        return fmt::format("a number {}–{}", key.min, key.max);
    case ChoiceType::NumberOrWord:
        return fmt::format("a number {}–{} or {}", key.min, key.max, fmt::join(key.words, ", "));
    case ChoiceType::Numbers:
        return fmt::format("numbers {}–{}, separated by commas{}{}", key.min, key.max, key.words.empty() ? "" : ", or ",
            fmt::join(key.words, ", "));
    case ChoiceType::Table:
        return CUTAWAY_TR("a JSON array of rows of 0 and 1, all of one length");
    default:
        return fmt::format("{}", fmt::join(key.words, ", "));
    }
}

[[noreturn]] void refuseKey(std::string_view id)
{
    const std::string name(id.substr(0, 60));
    // The nearest first, then the rest of its group; the groups when nothing is near.
    std::vector<std::string> legal;
    const ChoiceKey* nearest = nullptr;
    std::size_t best = 1 + name.size() / 3;
    for (const ChoiceKey& key : choiceKeys())
        if (const std::size_t distance = editDistance(name, key.id); distance < best) {
            best = distance;
            nearest = &key;
        }
    if (nearest)
        legal.push_back(nearest->id);
    const std::string group = (nearest ? nearest->id : name).substr(0, (nearest ? nearest->id : name).find('.') + 1);
    for (const ChoiceKey& key : choiceKeys())
        if (&key != nearest && !group.empty() && key.id.starts_with(group))
            legal.push_back(key.id);
    if (legal.empty())
        for (const ChoiceKey& key : choiceKeys()) {
            const std::size_t dot = key.id.find('.');
            std::string all = dot == std::string::npos ? key.id : key.id.substr(0, dot) + ".*";
            if (std::find(legal.begin(), legal.end(), all) == legal.end())
                legal.push_back(std::move(all));
        }
    throw Error({ErrorKind::Usage, {}, name, CUTAWAY_TR("unknown key"), fmt::format("{}", fmt::join(legal, ", ")), name});
}

constexpr std::size_t maxListed = 65'536; // numbers of a list, cells of a row

template <class InRange>
bool isNumbers(const Json& value, const InRange& inRange)
{
    return value.is_array() && !value.empty() && value.size() <= maxListed
        && std::all_of(value.begin(), value.end(), [&](const Json& n) { return n.is_number() && inRange(n.get<double>()); });
}

bool isTable(const Json& value)
{
    return value.is_array() && !value.empty() && value.size() <= maxListed
        && std::all_of(value.begin(), value.end(), [&](const Json& row) {
               return row.is_array() && row.size() == value[0].size() && !row.empty() && row.size() <= maxListed
                   && std::all_of(row.begin(), row.end(), [](const Json& cell) { return cell == 0 || cell == 1; });
           });
}

} // namespace

std::string shown(const Json& value)
{
    std::string text = plainText(value);
    if (text.size() > 60)
        text = text.substr(0, 60) + "…";
    return text.empty() ? "\"\"" : text;
}

void refuseValue(const ChoiceKey& key, const Json& value)
{
    throw Error({ErrorKind::Usage, {}, key.id, CUTAWAY_TR("not a legal value"), legalText(key), shown(value)});
}

const ChoiceKey& keyOf(std::string_view id)
{
    if (const ChoiceKey* key = findChoiceKey(id))
        return *key;
    refuseKey(id);
}

bool isOfLayer(const ChoiceKey& key, const Json& element)
{
    if (element.is_null())
        return true;
    if (key.type == ChoiceType::Table)
        return element.is_array() && !element.empty() && element[0].is_array();
    return key.type == ChoiceType::Numbers ? element.is_array() || element.is_string() : !element.is_array();
}

bool isPerLayer(const ChoiceKey& key, const Json& stored)
{
    return stored.is_array()
        && std::all_of(stored.begin(), stored.end(), [&](const Json& element) { return isOfLayer(key, element); });
}

Json checked(const ChoiceKey& key, const Json& value)
{
    const auto inRange = [&](double number) {
        return std::isfinite(number) && (key.min == key.max || (number >= key.min && number <= key.max));
    };
    if (key.id == "norm.final" && (value == "true" || value == "false"))
        return value == "true";
    if (key.id == "norm.final" && value.is_boolean())
        return value;
    if (key.id == "mask.schedule" && value.is_string()) {
        const std::string& letters = value.get_ref<const std::string&>();
        if (!letters.empty() && letters.size() <= 2048 && letters.find_first_not_of("wf") == std::string::npos)
            return value;
    }

    const bool isWord
        = value.is_string() && std::find(key.words.begin(), key.words.end(), value.get<std::string>()) != key.words.end();
    switch (key.type) {
    case ChoiceType::Bool:
        if (value.is_boolean())
            return value;
        break;
    case ChoiceType::Integer:
        if (value.is_number() && inRange(value.get<double>()) && std::floor(value.get<double>()) == value.get<double>())
            return value.is_number_float() ? Json(std::int64_t(value.get<double>())) : Json(value.get<std::int64_t>());
        break;
    case ChoiceType::Number:
        if (value.is_number() && inRange(value.get<double>()))
            return value.get<double>();
        break;
    case ChoiceType::Word:
        if (isWord)
            return value;
        break;
    case ChoiceType::NumberOrWord:
        if (value.is_number() && inRange(value.get<double>()))
            return value.get<double>();
        if (isWord)
            return value;
        break;
    case ChoiceType::Numbers:
        if (isWord || isNumbers(value, inRange))
            return value;
        break;
    case ChoiceType::Table:
        if (isTable(value))
            return value;
        break;
    case ChoiceType::Text:
        break;
    }
    refuseValue(key, value);
}

Json parsed(const ChoiceKey& key, std::string_view text)
{
    if (key.type == ChoiceType::Table)
        return readJson(std::string(text));
    const bool isWord = std::find(key.words.begin(), key.words.end(), text) != key.words.end();
    if (key.type == ChoiceType::Numbers && !isWord) {
        Json numbers = Json::array();
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            const std::optional<double> number = numberIn<double>(text.substr(from, comma - from));
            if (!number || !std::isfinite(*number))
                return std::string(text);
            numbers.push_back(*number);
            from = comma + 1;
        }
        return numbers;
    }
    const bool numeric = key.type == ChoiceType::Integer || key.type == ChoiceType::Number || key.type == ChoiceType::Text
        || key.type == ChoiceType::NumberOrWord;
    if (key.type == ChoiceType::Bool && (text == "true" || text == "false"))
        return text == "true";
    if (numeric)
        if (const std::optional<std::int64_t> integer = numberIn<std::int64_t>(text))
            return *integer;
    if (numeric)
        if (const std::optional<double> number = numberIn<double>(text); number && std::isfinite(*number))
            return *number;
    return std::string(text);
}

} // namespace core
