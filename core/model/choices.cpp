#include "core/model/choices.h"

#include "core/base/edit_distance.h"
#include "core/model/choice_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace core {

namespace {

// --- The keys -----------------------------------------------------------------------------------------------------------

template <class T>
constexpr ChoiceType typeOf()
{
    if constexpr (std::is_same_v<T, bool>)
        return ChoiceType::Bool;
    else if constexpr (std::is_floating_point_v<T>)
        return ChoiceType::Number;
    else if constexpr (std::is_integral_v<T>)
        return ChoiceType::Integer;
    else if constexpr (std::is_same_v<T, std::optional<double>>)
        return ChoiceType::NumberOrWord;
    else if constexpr (std::is_same_v<T, std::vector<double>>)
        return ChoiceType::Numbers;
    else if constexpr (std::is_same_v<T, BoolTable>)
        return ChoiceType::Table;
    else
        return ChoiceType::Word;
}

/// Walks through the list of choices and notes what each key may be.
struct KeyCollector
{
    std::vector<ChoiceKey> keys;

    ChoiceKey& add(const ParamInfo& info, ChoiceType type, bool perLayer)
    {
        ChoiceKey& key = keys.emplace_back();
        key.id = info.id;
        key.label = info.label;
        key.type = type;
        key.words.assign(info.words.begin(), info.words.end());
        key.wordLabels.assign(info.labels.begin(), info.labels.end());
        key.min = info.min;
        key.max = info.max;
        key.perLayer = perLayer;
        return key;
    }

    template <class T>
    void ofModel(const ParamInfo& info, T&)
    {
        add(info, typeOf<T>(), false);
    }
    template <class T>
    void ofBlock(const ParamInfo& info, T&)
    {
        add(info, typeOf<T>(), true);
    }
    void said(const ParamInfo& info, ChoiceType type) { add(info, type, info.id == "score.scale"); }

    template <class Family>
    void family(std::string_view id, std::string_view label, Family&)
    {
        familyOf<Family>(id, label);
    }

    template <class Family>
    void familyOf(std::string_view id, std::string_view label)
    {
        ChoiceKey& key = add(ParamInfo{id, label}, ChoiceType::Word, true);
        for (const KindInfo& info : kindInfos<Family>()) {
            key.words.emplace_back(info.id);
            key.wordLabels.emplace_back(info.label);
            key.formulas.emplace_back(info.formula);
        }
        for (Family kind : FamilyTraits<Family>::defaults())
            eachParam(kind, [&]<class T>(const ParamInfo& info, T&) {
                const auto find
                    = [&] { return std::find_if(keys.begin(), keys.end(), [&](const ChoiceKey& k) { return k.id == info.id; }); };
                if (find() == keys.end()) {
                    if constexpr (isFamily<T>)
                        familyOf<T>(info.id, info.label);
                    else
                        add(info, typeOf<T>(), true);
                    find()->ofKey = id;
                }
                find()->ofKinds.emplace_back(infoOf(kind).id);
            });
    }
};

// --- Complaints ---------------------------------------------------------------------------------------------------------

std::string shown(const Json& value)
{
    std::string text = plainText(value);
    if (text.size() > 60)
        text = text.substr(0, 60) + "…";
    return text.empty() ? "\"\"" : text;
}

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

[[noreturn]] void refuseValue(const ChoiceKey& key, const Json& value)
{
    throw Error({ErrorKind::Usage, {}, key.id, CUTAWAY_TR("not a legal value"), legalText(key), shown(value)});
}

[[noreturn]] void refuseKey(std::string_view id)
{
    const std::string name(id.substr(0, 60));
    // The nearest first, then the rest of its group; all of them when nothing is near.
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
        for (const ChoiceKey& key : choiceKeys())
            legal.push_back(key.id);
    throw Error({ErrorKind::Usage, {}, name, CUTAWAY_TR("unknown key"), fmt::format("{}", fmt::join(legal, ", ")), name});
}

const ChoiceKey& keyOf(std::string_view id)
{
    if (const ChoiceKey* key = findChoiceKey(id))
        return *key;
    refuseKey(id);
}

// --- Values -------------------------------------------------------------------------------------------------------------

constexpr std::size_t mostListed = 65'536; // numbers of a list, cells of a row

template <class InRange>
bool isNumbers(const Json& value, const InRange& inRange)
{
    return value.is_array() && !value.empty() && value.size() <= mostListed
        && std::all_of(value.begin(), value.end(), [&](const Json& n) { return n.is_number() && inRange(n.get<double>()); });
}

bool isTable(const Json& value)
{
    return value.is_array() && !value.empty() && value.size() <= mostListed
        && std::all_of(value.begin(), value.end(), [&](const Json& row) {
               return row.is_array() && row.size() == value[0].size() && !row.empty() && row.size() <= mostListed
                   && std::all_of(row.begin(), row.end(), [](const Json& cell) { return cell == 0 || cell == 1; });
           });
}

/// Whether an element of an array is a layer's value: the array is one level deeper than a single value of this key.
bool isOfLayer(const ChoiceKey& key, const Json& element)
{
    if (element.is_null())
        return true;
    if (key.type == ChoiceType::Table)
        return element.is_array() && !element.empty() && element[0].is_array();
    return key.type == ChoiceType::Numbers ? element.is_array() || element.is_string() : !element.is_array();
}

/// Whether the stored value is one a layer.
bool isPerLayer(const ChoiceKey& key, const Json& stored)
{
    return stored.is_array()
        && std::all_of(stored.begin(), stored.end(), [&](const Json& element) { return isOfLayer(key, element); });
}

/// The value in the form in which it is kept (numbers as double, integers as such); throws for anything not legal.
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

/// All of `text` as a number or nothing.
template <class T>
std::optional<T> numberIn(std::string_view text)
{
    T number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number) : std::nullopt;
}

/// The text of a command line as the value that the key expects; left as text where it is none.
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

/// One value for all layers when all are the same.
Json collapsed(Json values)
{
    for (const Json& value : values)
        if (value.is_null() || value != values[0])
            return values;
    return values[0];
}

/// Of a value that was checked: one element tells what all are, and thousands of layers are read one by one.
const Json& inLayer(const std::string& id, const Json& stored, int layer)
{
    if (!stored.is_array() || stored.empty())
        return stored;
    const auto said = std::find_if(stored.begin(), stored.end(), [](const Json& element) { return !element.is_null(); });
    const bool hasLayers = said == stored.end() || isOfLayer(*findChoiceKey(id), *said);
    return hasLayers ? stored[std::min(std::size_t(std::max(layer, 0)), stored.size() - 1)] : stored;
}

void flatten(const Json& nested, const std::string& prefix, Choices& into)
{
    for (const auto& [name, value] : nested.items()) {
        const std::string id = prefix + name;
        if (value.is_object() && !findChoiceKey(id))
            flatten(value, id + ".", into);
        else if (const ChoiceKey* key = findChoiceKey(id); value.is_array() && (!key || isPerLayer(*key, value)))
            into.setLayers(id, value);
        else
            into.set(id, value);
    }
}

} // namespace

const std::vector<ChoiceKey>& choiceKeys()
{
    static const std::vector<ChoiceKey> keys = [] {
        ModelConfig model;
        BlockConfig block;
        KeyCollector collector;
        eachChoice(model, block, collector);
        return std::move(collector.keys);
    }();
    return keys;
}

const ChoiceKey* findChoiceKey(std::string_view id)
{
    static const std::map<std::string_view, const ChoiceKey*> byId = [] {
        std::map<std::string_view, const ChoiceKey*> map;
        for (const ChoiceKey& key : choiceKeys())
            map[key.id] = &key;
        return map;
    }();
    const auto found = byId.find(id);
    return found == byId.end() ? nullptr : found->second;
}

void Choices::set(const std::string& key, Json value) { m_values[key] = checked(keyOf(key), value); }

void Choices::set(const std::string& key, int first, int last, int layers, Json value)
{
    const ChoiceKey& info = keyOf(key);
    const std::string place = first == last ? fmt::format("{}@{}", key, first) : fmt::format("{}@{}-{}", key, first, last);
    if (!info.perLayer)
        throw Error({ErrorKind::Usage, {}, place, CUTAWAY_TR("is one choice for the whole model"), key + "=…", shown(value)});
    if (first < 0 || last < first || last >= layers)
        throw Error({ErrorKind::Usage, {}, place, CUTAWAY_TR("no such layers"), fmt::format("layers within 0–{}", layers - 1),
            fmt::format("{}–{}", first, last)});

    value = checked(info, value);
    Json values = Json::array();
    for (int layer = 0; layer < layers; ++layer)
        values.push_back(layer >= first && layer <= last ? value : this->value(key, layer));
    m_values[key] = collapsed(std::move(values));
}

void Choices::setLayers(const std::string& key, const Json& values)
{
    const ChoiceKey& info = keyOf(key);
    if (!info.perLayer || !values.is_array() || values.empty() || double(values.size()) > findChoiceKey("sizes.layers")->max)
        refuseValue(info, values);
    Json kept = Json::array();
    for (const Json& value : values)
        kept.push_back(value.is_null() ? value : checked(info, value));
    m_values[key] = collapsed(std::move(kept));
}

void Choices::setText(std::string_view assignment, int layers)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos)
        throw Error({ErrorKind::Usage, {}, std::string(assignment.substr(0, 60)), CUTAWAY_TR("not of the form KEY=VALUE"),
            "norm.kind=rms_norm", std::string(assignment.substr(0, 60))});
    const std::string_view left = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    const std::size_t at = left.find('@');
    const std::string id(left.substr(0, at));
    const Json value = parsed(keyOf(id), text);
    if (at == std::string_view::npos)
        return set(id, value);

    const std::string_view range = left.substr(at + 1);
    const std::size_t dash = range.find('-');
    const std::optional<int> first = numberIn<int>(range.substr(0, dash));
    const std::optional<int> last = dash == std::string_view::npos ? first : numberIn<int>(range.substr(dash + 1));
    if (!first || !last)
        throw Error({ErrorKind::Usage, {}, std::string(left.substr(0, 60)), CUTAWAY_TR("not a range of layers"),
            id + "@3=… or " + id + "@0-4=…", std::string(range.substr(0, 60))});
    set(id, *first, *last, layers, value);
}

void Choices::merge(const Choices& other)
{
    for (const auto& [key, stored] : other.m_values) {
        const auto own = m_values.find(key);
        const bool hasGaps
            = isPerLayer(*findChoiceKey(key), stored) && std::find(stored.begin(), stored.end(), Json()) != stored.end();
        if (!hasGaps || own == m_values.end()) {
            m_values[key] = stored;
            continue;
        }
        Json values = stored;
        for (std::size_t layer = 0; layer < values.size(); ++layer)
            if (values[layer].is_null())
                values[layer] = inLayer(key, own->second, int(layer));
        own->second = collapsed(std::move(values));
    }
}

Json Choices::value(const std::string& key, int layer) const
{
    const auto found = m_values.find(key);
    return found == m_values.end() ? Json() : inLayer(key, found->second, layer);
}

Json Choices::toJson() const
{
    Json nested = Json::object();
    for (const auto& [key, value] : m_values) {
        Json* place = &nested;
        std::size_t from = 0;
        for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', from)) {
            place = &(*place)[key.substr(from, dot - from)];
            from = dot + 1;
        }
        (*place)[key.substr(from)] = value;
    }
    return nested;
}

Choices Choices::fromJson(const Json& nested)
{
    if (!nested.is_object())
        throw Error(
            {ErrorKind::Usage, {}, "choices", CUTAWAY_TR("not an object"), "{\"norm\": {\"kind\": …}, …}", shown(nested)});
    Choices choices;
    flatten(nested, {}, choices);
    return choices;
}

} // namespace core
