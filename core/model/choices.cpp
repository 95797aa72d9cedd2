#include "core/model/choices.h"

#include "core/model/choice_list.h"
#include "core/model/choice_values.h"

#include <fmt/format.h>

#include <algorithm>
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

// --- Values -------------------------------------------------------------------------------------------------------------

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

Json jsonOf(const BoolTable& table)
{
    Json rows = Json::array();
    for (const std::vector<bool>& cells : table) {
        Json row = Json::array();
        for (const bool cell : cells)
            row.push_back(cell ? 1 : 0);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace core
