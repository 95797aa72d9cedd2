#include "core/jinja/filters.h"

#include "core/base/error.h"
#include "core/jinja/methods.h"
#include "core/jinja/operators.h"
#include "core/jinja/sequence_filters.h"
#include "core/jinja/texts.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core::jinja {

namespace {

template <std::string (*change)(const std::string&)>
Value changed(const Value& value, const Arguments& said, Budget&)
{
    said.bound("filter", {});
    return Value(change(shown(value)));
}

std::string titledWords(const std::string& text) { return titled(text, true); }

Value trim(const Value& value, const Arguments& said, Budget&)
{
    return Value(stripped(shown(value), Side::Both, said.bound("trim", {"chars"})[0]));
}

Value text(const Value& value, const Arguments& said, Budget&)
{
    said.bound("string", {});
    return Value(shown(value));
}

Value length(const Value& value, const Arguments& said, Budget&)
{
    said.bound("length", {});
    return Value::integer(std::int64_t(elements(value).size()));
}

Value otherwise(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("default", {"default_value", "boolean"});
    const bool isMissing = value.isUndefined() || (values[1].isTrue() && !value.isTrue());
    return !isMissing ? value : values[0].isUndefined() ? Value("") : values[0];
}

Value replace(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("replace", {"old", "new", "count"});
    return Value(replaced(shown(value), shown(values[0]), shown(values[1]), wholeIn(values[2], -1)));
}

Value json(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("tojson", {"ensure_ascii", "indent", "separators", "sort_keys"});
    if (values[0].isTrue() || !(values[2].isUndefined() || values[2].isNone()))
        refuseUnknown(values[0].isTrue() ? "tojson(ensure_ascii=)" : "tojson(separators=)");
    return Value(jsonText(value, int(std::clamp<std::int64_t>(wholeIn(values[1], -1), -1, 64)), values[3].isTrue()));
}

Value entries(const Value& value, const Arguments& said, Budget&)
{
    said.bound("items", {});
    if (value.isUndefined())
        return Value::list({});
    if (!value.dictionary())
        refuse(CUTAWAY_TR("an operation does not fit its values"), "dict", value.kind());
    return Value::list(pairsOf(*value.dictionary()));
}

Value integer(const Value& value, const Arguments& said, Budget&)
{
    const Value missing = said.bound("int", {"default"})[0];
    if (value.whole())
        return Value::integer(*value.whole());
    if (const auto number = value.real(); number && std::abs(*number) < 9e18)
        return Value::integer(std::int64_t(*number));
    std::int64_t number = 0;
    const std::string digits = stripped(shown(value), Side::Both, {});
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isRead = problem == std::errc() && end == digits.data() + digits.size();
    return isRead ? Value::integer(number) : missing.isUndefined() ? Value::integer(0) : missing;
}

Value real(const Value& value, const Arguments& said, Budget&)
{
    const Value missing = said.bound("float", {"default"})[0];
    if (value.real())
        return Value::number(*value.real());
    double number = 0;
    const std::string digits = stripped(shown(value), Side::Both, {});
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isRead = problem == std::errc() && end == digits.data() + digits.size();
    return isRead ? Value::number(number) : missing.isUndefined() ? Value::number(0) : missing;
}

Value magnitude(const Value& value, const Arguments& said, Budget&)
{
    said.bound("abs", {});
    refuseUndefined(value);
    if (!value.real())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, value.kind() + " | abs");
    return *value.real() < 0 ? negative(value) : value;
}

/// Spaces before each line but the first.
Value indented(const Value& value, const Arguments& said, Budget&)
{
    const std::vector<Value> values = said.bound("indent", {"width", "first", "blank"});
    const std::string space = values[0].text()
        ? *values[0].text()
        : std::string(std::size_t(std::clamp<std::int64_t>(wholeIn(values[0], 4), 0, 1000)), ' ');
    const std::string before = shown(value);
    std::string out = values[1].isTrue() ? space : "";
    for (std::size_t at = 0; at < before.size(); ++at) {
        out += before[at];
        if (before[at] == '\n' && at + 1 < before.size() && (before[at + 1] != '\n' || values[2].isTrue()))
            out += space;
        Budget().text(out.size());
    }
    return Value(std::move(out));
}

struct Filter
{
    const char* name;
    Value (*apply)(const Value& value, const Arguments& said, Budget& budget);
};

constexpr Filter filters[]
    = {{"trim", trim}, {"upper", changed<upper>}, {"lower", changed<lower>}, {"capitalize", changed<capitalized>},
        {"title", changed<titledWords>}, {"string", text}, {"safe", text}, {"length", length}, {"count", length},
        {"default", otherwise}, {"d", otherwise}, {"replace", replace}, {"tojson", json}, {"items", entries}, {"int", integer},
        {"float", real}, {"abs", magnitude}, {"indent", indented}, {"join", joined}, {"first", firstOf}, {"last", lastOf},
        {"list", listOf}, {"reverse", reversed}, {"sort", sorted}, {"dictsort", sortedEntries}, {"unique", withoutRepeats},
        {"sum", sumOf}, {"min", smallestOf}, {"max", largestOf}, {"map", mapped}, {"select", chosen<true>},
        {"reject", chosen<false>}, {"selectattr", chosenByAttribute<true>}, {"rejectattr", chosenByAttribute<false>}};

} // namespace

Value filtered(const std::string& name, const Value& value, const Arguments& said, Budget& budget)
{
    const auto* const filter = std::ranges::find_if(filters, [&](const Filter& one) { return name == one.name; });
    if (filter == std::end(filters))
        refuseUnknown("| " + name);
    budget.step(value.weight());
    Value result = filter->apply(value, said, budget);
    budget.step(result.weight());
    return result;
}

} // namespace core::jinja
