#include "core/jinja/conditions.h"

#include "core/base/error.h"
#include "core/jinja/operators.h"
#include "core/jinja/texts.h"

#include <algorithm>

namespace core::jinja {

namespace {

struct Condition
{
    const char* name;
    bool (*holds)(const Value& value);
};

bool isBool(const Value& value) { return value.as<bool>() != nullptr; }
bool hasParts(const Value& value) { return value.text() || value.items() || value.dictionary() || value.isUndefined(); }
bool isCallable(const Value& value)
{
    return value.as<Function>() || value.as<const MacroStatement*>() || value.as<std::shared_ptr<const Method>>();
}

std::int64_t remainder(const Value& value, std::int64_t by)
{
    refuseUndefined(value);
    if (!value.whole() || by == 0)
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("an integer"), value.kind());
    return *value.whole() % by;
}

constexpr Condition conditions[] = {{"defined", [](const Value& v) { return !v.isUndefined(); }},
    {"undefined", [](const Value& v) { return v.isUndefined(); }}, {"none", [](const Value& v) { return v.isNone(); }},
    {"true", [](const Value& v) { return isBool(v) && v.isTrue(); }},
    {"false", [](const Value& v) { return isBool(v) && !v.isTrue(); }}, {"boolean", isBool},
    {"string", [](const Value& v) { return v.text() != nullptr; }},
    {"number", [](const Value& v) { return v.real().has_value(); }},
    {"integer", [](const Value& v) { return v.whole() && !isBool(v); }},
    {"float", [](const Value& v) { return v.real() && !v.whole(); }},
    {"mapping", [](const Value& v) { return v.dictionary() != nullptr; }}, {"sequence", hasParts}, {"iterable", hasParts},
    {"callable", isCallable}, {"odd", [](const Value& v) { return remainder(v, 2) != 0; }},
    {"even", [](const Value& v) { return remainder(v, 2) == 0; }},
    {"lower", [](const Value& v) { return isAll("islower", shown(v)); }},
    {"upper", [](const Value& v) { return isAll("isupper", shown(v)); }}};

constexpr std::pair<const char*, const char*> comparisons[] = {{"==", "=="}, {"eq", "=="}, {"equalto", "=="}, {"!=", "!="},
    {"ne", "!="}, {"<", "<"}, {"lt", "<"}, {"lessthan", "<"}, {"<=", "<="}, {"le", "<="}, {">", ">"}, {"gt", ">"},
    {"greaterthan", ">"}, {">=", ">="}, {"ge", ">="}, {"in", "in"}, {"sameas", "=="}};

} // namespace

bool isSo(const std::string& test, const Value& value, const Arguments& said, Budget& budget)
{
    for (const Condition& one : conditions)
        if (test == one.name) {
            said.bound(test, {});
            return one.holds(value);
        }
    for (const auto& [name, sign] : comparisons)
        if (test == name)
            return holds(sign, value, said.bound(test, {"other"})[0], budget);
    if (test != "divisibleby")
        refuseUnknown("is " + test);
    return remainder(value, wholeIn(said.bound(test, {"num"})[0], 0)) == 0;
}

} // namespace core::jinja
