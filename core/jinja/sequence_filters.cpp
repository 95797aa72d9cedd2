#include "core/jinja/sequence_filters.h"

#include "core/base/error.h"
#include "core/jinja/conditions.h"
#include "core/jinja/filters.h"
#include "core/jinja/methods.h"
#include "core/jinja/operators.h"
#include "core/jinja/texts.h"

#include <algorithm>

namespace core::jinja {

namespace {

/// "function.name" of a value; undefined where a part is not there.
Value attributeOf(Value value, const Value& path)
{
    if (path.whole())
        return elementOf(value, path);
    for (const Value& part : parts(textIn(path, ""), ".", -1, Side::Left)) {
        const std::string& name = *part.text();
        const bool isIndex = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos && name.size() < 9;
        value = elementOf(value, isIndex ? Value::integer(std::stoll(name)) : part);
    }
    return value;
}

/// Capitals count as small letters unless it is said otherwise.
Value keyOf(const Value& value, const Value& isCaseSensitive)
{
    return value.text() && !isCaseSensitive.isTrue() ? Value(lower(*value.text())) : value;
}

Value extreme(const char* name, const Value& value, const Arguments& said, int sign)
{
    const std::vector<Value> values = said.bound(name, {"case_sensitive", "attribute"});
    const auto key
        = [&](const Value& one) { return keyOf(values[1].isUndefined() ? one : attributeOf(one, values[1]), values[0]); };
    const std::vector<Value> all = elements(value);
    const auto found
        = std::ranges::min_element(all, [&](const Value& a, const Value& b) { return compare(key(a), key(b)) * sign < 0; });
    return found == all.end() ? Value::undefined(name) : *found;
}

Value chosenWhere(const Value& value, const Arguments& said, bool takes, const Value& attribute, Budget& budget)
{
    const std::string test = said.positional.empty() ? "" : textIn(said.positional[0], "");
    std::vector<Value> all;
    for (const Value& one : elements(value)) {
        budget.step();
        const Value seen = attribute.isUndefined() ? one : attributeOf(one, attribute);
        if ((test.empty() ? seen.isTrue() : isSo(test, seen, said.behind(1), budget)) == takes)
            all.push_back(one);
    }
    return Value::list(std::move(all));
}

} // namespace

Value joined(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("join", {"d", "attribute"});
    const std::string between = textIn(values[0], "");
    std::string out;
    bool isFirst = true;
    for (const Value& one : elements(value)) {
        out += (isFirst ? "" : between) + shown(values[1].isUndefined() ? one : attributeOf(one, values[1]));
        Budget().text(out.size());
        isFirst = false;
    }
    return Value(std::move(out));
}

Value firstOf(const Value& value, const Arguments& said, Budget&)
{
    said.bound("first", {});
    const std::vector<Value> all = elements(value);
    return all.empty() ? Value::undefined("first") : all.front();
}

Value lastOf(const Value& value, const Arguments& said, Budget&)
{
    said.bound("last", {});
    const std::vector<Value> all = elements(value);
    return all.empty() ? Value::undefined("last") : all.back();
}

Value listOf(const Value& value, const Arguments& said, Budget&)
{
    said.bound("list", {});
    return Value::list(elements(value));
}

Value reversed(const Value& value, const Arguments& said, Budget&)
{
    said.bound("reverse", {});
    std::vector<Value> all = elements(value);
    std::ranges::reverse(all);
    if (!value.text())
        return Value::list(std::move(all));
    std::string out;
    for (const Value& one : all)
        out += *one.text();
    return Value(std::move(out));
}

Value sorted(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("sort", {"reverse", "case_sensitive", "attribute"});
    const auto key = [&](const Value& one) {
        return keyOf(values[2].isUndefined() || values[2].isNone() ? one : attributeOf(one, values[2]), values[1]);
    };
    std::vector<std::pair<Value, Value>> keyed;
    for (const Value& one : elements(value))
        keyed.emplace_back(key(one), one);
    const int sign = values[0].isTrue() ? -1 : 1;
    std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) { return compare(a.first, b.first) * sign < 0; });
    std::vector<Value> all;
    for (auto& [ignored, one] : keyed)
        all.push_back(std::move(one));
    return Value::list(std::move(all));
}

Value sortedEntries(const Value& value, const Arguments& said, Budget& budget)
{
    const std::vector<Value> values = said.bound("dictsort", {"case_sensitive", "by", "reverse"});
    if (!value.dictionary())
        refuse(CUTAWAY_TR("an operation does not fit its values"), "dict", value.kind());
    Arguments how;
    how.positional = {values[2], values[0], Value::integer(textIn(values[1], "key") == "value" ? 1 : 0)};
    return sorted(Value::list(pairsOf(*value.dictionary())), how, budget);
}

Value withoutRepeats(const Value& value, const Arguments& said, Budget& budget)
{
    const std::vector<Value> values = said.bound("unique", {"case_sensitive", "attribute"});
    std::vector<Value> all, keys;
    for (const Value& one : elements(value)) {
        Value key = keyOf(values[1].isUndefined() ? one : attributeOf(one, values[1]), values[0]);
        budget.step(1 + keys.size() / 10);
        if (std::ranges::find(keys, key) != keys.end())
            continue;
        keys.push_back(std::move(key));
        all.push_back(one);
    }
    return Value::list(std::move(all));
}

Value sumOf(const Value& value, const Arguments& said, Budget& budget)
{
    const std::vector<Value> values = said.bound("sum", {"attribute", "start"});
    Value sum = values[1].isUndefined() ? Value::integer(0) : values[1];
    for (const Value& one : elements(value))
        sum = combined("+", sum, values[0].isUndefined() ? one : attributeOf(one, values[0]), budget);
    return sum;
}

Value smallestOf(const Value& value, const Arguments& said, Budget&) { return extreme("min", value, said, 1); }
Value largestOf(const Value& value, const Arguments& said, Budget&) { return extreme("max", value, said, -1); }

Value mapped(const Value& value, const Arguments& said, Budget& budget)
{
    std::vector<Value> all;
    if (said.positional.empty()) {
        const std::vector<Value> values = said.bound("map", {"attribute", "default"});
        for (const Value& one : elements(value)) {
            budget.step();
            const Value found = attributeOf(one, values[0]);
            all.push_back(found.isUndefined() ? values[1] : found);
        }
        return Value::list(std::move(all));
    }
    const std::string filter = textIn(said.positional[0], "");
    for (const Value& one : elements(value))
        all.push_back(filtered(filter, one, said.behind(1), budget));
    return Value::list(std::move(all));
}

template <bool takes>
Value chosen(const Value& value, const Arguments& said, Budget& budget)
{
    return chosenWhere(value, said, takes, {}, budget);
}

template <bool takes>
Value chosenByAttribute(const Value& value, const Arguments& said, Budget& budget)
{
    if (said.positional.empty())
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a name"), "selectattr()");
    return chosenWhere(value, said.behind(1), takes, said.positional[0], budget);
}

template Value chosen<true>(const Value&, const Arguments&, Budget&);
template Value chosen<false>(const Value&, const Arguments&, Budget&);
template Value chosenByAttribute<true>(const Value&, const Arguments&, Budget&);
template Value chosenByAttribute<false>(const Value&, const Arguments&, Budget&);

} // namespace core::jinja
