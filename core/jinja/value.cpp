#include "core/jinja/value.h"

#include "core/base/error.h"
#include "core/io/utf8.h"
#include "core/jinja/budget.h"

#include <algorithm>
#include <cmath>

namespace core::jinja {

namespace {

const Value& valueOf(const Value& one) { return one; }
const Value& valueOf(const std::pair<std::string, Value>& one) { return one.second; }

/// Fills in how deep and heavy it is. Values can share their parts, so small ones could stand for very large ones.
template <class Kind, class Parts>
std::shared_ptr<const Kind> measured(Parts parts)
{
    int depth = 1;
    std::size_t weight = 1;
    for (const auto& one : parts) {
        depth = std::max(depth, 1 + valueOf(one).depth());
        weight += valueOf(one).weight();
    }
    Budget::checkDepth(depth);
    Budget().step(weight);
    return std::make_shared<const Kind>(Kind{std::move(parts), depth, weight});
}

} // namespace

const Value* Dictionary::find(const std::string& key) const
{
    const auto found = std::ranges::find(entries, key, &std::pair<std::string, Value>::first);
    return found == entries.end() ? nullptr : &found->second;
}

Value Value::list(std::vector<Value> items) { return Value(Data(measured<List>(std::move(items)))); }

Value Value::dictionary(std::vector<std::pair<std::string, Value>> entries)
{
    return Value(Data(measured<Dictionary>(std::move(entries))));
}

Value Value::method(const Value& of, const std::string& name)
{
    Budget::checkDepth(of.depth() + 1);
    return Value(Data(std::make_shared<const Method>(Method{of, name})));
}

Value Value::loop(std::shared_ptr<const List> items, std::size_t index)
{
    Budget::checkDepth(items->depth + 1);
    return Value(Data(std::make_shared<const LoopTurn>(LoopTurn{std::move(items), index})));
}

Value Value::fromJson(const Json& json)
{
    if (json.is_null())
        return none();
    if (json.is_boolean())
        return Value(json.get<bool>());
    if (json.is_number_integer())
        return integer(json.get<std::int64_t>());
    if (json.is_number())
        return number(json.get<double>());
    if (json.is_string())
        return Value(json.get<std::string>());
    if (json.is_array()) {
        std::vector<Value> items;
        for (const Json& one : json)
            items.push_back(fromJson(one));
        return list(std::move(items));
    }
    std::vector<std::pair<std::string, Value>> entries;
    for (const auto& [key, one] : json.items())
        entries.emplace_back(key, fromJson(one));
    return dictionary(std::move(entries));
}

const std::string* Value::text() const
{
    const auto* const text = as<std::shared_ptr<const std::string>>();
    return text ? text->get() : nullptr;
}

const List* Value::items() const
{
    const auto* const items = as<std::shared_ptr<const List>>();
    return items ? items->get() : nullptr;
}

const Dictionary* Value::dictionary() const
{
    const auto* const entries = as<std::shared_ptr<const Dictionary>>();
    return entries ? entries->get() : nullptr;
}

std::optional<std::int64_t> Value::whole() const
{
    if (const auto* const number = as<std::int64_t>())
        return *number;
    if (const auto* const flag = as<bool>())
        return *flag ? 1 : 0;
    return std::nullopt;
}

std::optional<double> Value::real() const
{
    if (const auto* const number = as<double>())
        return *number;
    const std::optional<std::int64_t> number = whole();
    return number ? std::optional(double(*number)) : std::nullopt;
}

bool Value::isTrue() const
{
    if (isUndefined() || isNone())
        return false;
    if (const std::optional<double> number = real())
        return *number != 0;
    if (const std::string* const one = text())
        return !one->empty();
    if (const List* const one = items())
        return !one->items.empty();
    if (const Dictionary* const one = dictionary())
        return !one->entries.empty();
    return true;
}

int Value::depth() const
{
    if (const List* const one = items())
        return one->depth;
    if (const Dictionary* const one = dictionary())
        return one->depth;
    if (const auto* const turn = as<std::shared_ptr<const LoopTurn>>())
        return (*turn)->items->depth + 1;
    if (const auto* const method = as<std::shared_ptr<const Method>>())
        return (*method)->of.depth() + 1;
    return 0;
}

std::string Value::kind() const
{
    static constexpr const char* names[] = {
        "undefined", "None", "bool", "int", "float", "str", "list", "dict", "namespace", "loop", "macro", "function", "method"};
    return names[m_data.index()];
}

std::size_t Value::weight() const
{
    if (const List* const one = items())
        return one->weight;
    if (const Dictionary* const one = dictionary())
        return one->weight;
    return text() ? 1 + text()->size() / 1000 : 1;
}

bool operator==(const Value& a, const Value& b)
{
    if (const auto left = a.real(), right = b.real(); left && right)
        return *left == *right;
    if (a.data().index() != b.data().index())
        return false;
    if (a.isUndefined() || a.isNone())
        return true;
    if (a.text())
        return *a.text() == *b.text();
    if (a.items())
        return a.items()->items == b.items()->items;
    if (a.dictionary()) { // in any order
        const auto& entries = a.dictionary()->entries;
        return entries.size() == b.dictionary()->entries.size() && std::ranges::all_of(entries, [&](const auto& entry) {
            const Value* const other = b.dictionary()->find(entry.first);
            return other && *other == entry.second;
        });
    }
    const auto* const left = a.as<Namespace*>();
    return left && *left == *b.as<Namespace*>();
}

int compare(const Value& a, const Value& b)
{
    const auto order = [](const auto& left, const auto& right) { return left < right ? -1 : right < left ? 1 : 0; };
    if (const auto left = a.whole(), right = b.whole(); left && right)
        return order(*left, *right);
    if (const auto left = a.real(), right = b.real(); left && right)
        return order(*left, *right);
    if (a.text() && b.text())
        return order(*a.text(), *b.text()); // bytes of UTF-8 are in the order of characters
    if (!a.items() || !b.items())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, a.kind() + " < " + b.kind());
    const auto &left = a.items()->items, &right = b.items()->items;
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
        if (const int one = compare(left[i], right[i]))
            return one;
    return order(left.size(), right.size());
}

std::vector<std::string> charactersOf(const std::string& text)
{
    std::vector<std::string> characters;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = std::max<std::size_t>(1, decodeChar(text, at).bytes);
        characters.push_back(text.substr(at, bytes));
        at += bytes;
    }
    return characters;
}

std::vector<Value> elements(const Value& value)
{
    if (value.isUndefined())
        return {};
    if (value.items())
        return value.items()->items;
    std::vector<Value> all;
    if (value.dictionary()) {
        for (const auto& [key, ignored] : value.dictionary()->entries)
            all.emplace_back(key);
        return all;
    }
    if (!value.text())
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a list"), value.kind());
    for (std::string& one : charactersOf(*value.text()))
        all.emplace_back(std::move(one));
    return all;
}

} // namespace core::jinja
