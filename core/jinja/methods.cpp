#include "core/jinja/methods.h"

#include "core/base/error.h"
#include "core/jinja/operators.h"
#include "core/jinja/texts.h"

#include <algorithm>
#include <span>

namespace core::jinja {

namespace {

struct TextMethod
{
    const char* name;
    Value (*call)(const std::string& text, const Arguments& said);
};

template <Side side>
Value strip(const std::string& text, const Arguments& said)
{
    return Value(stripped(text, side, said.bound("strip", {"chars"})[0]));
}

template <Side from>
Value split(const std::string& text, const Arguments& said)
{
    const std::vector<Value> values = said.bound("split", {"sep", "maxsplit"});
    if (values[0].text() && values[0].text()->empty())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "split('')");
    return Value::list(parts(text, textIn(values[0], ""), wholeIn(values[1], -1), from));
}

template <bool atEnd>
Value touches(const std::string& text, const Arguments& said)
{
    const Value sought = said.bound("startswith", {"prefix"})[0];
    const auto isThere = [&](const Value& one) {
        const std::string part = textIn(one, "\n\n");
        return atEnd ? text.ends_with(part) : text.starts_with(part);
    };
    return Value(sought.items() ? std::ranges::any_of(sought.items()->items, isThere) : isThere(sought));
}

template <std::string (*change)(const std::string&)>
Value changed(const std::string& text, const Arguments& said)
{
    said.bound("method", {});
    return Value(change(text));
}

template <bool fromEnd>
Value find(const std::string& text, const Arguments& said)
{
    const std::string sought = textIn(said.bound("find", {"sub"})[0], "");
    const std::size_t at = fromEnd ? text.rfind(sought) : text.find(sought);
    return Value::integer(at == std::string::npos ? -1 : std::int64_t(charactersOf(text.substr(0, at)).size()));
}

Value countIn(const std::string& text, const Arguments& said)
{
    const std::string sought = textIn(said.bound("count", {"sub"})[0], "");
    std::int64_t count = sought.empty() ? std::int64_t(charactersOf(text).size()) + 1 : 0;
    for (std::size_t at = text.find(sought); !sought.empty() && at != std::string::npos;
         at = text.find(sought, at + sought.size()))
        ++count;
    return Value::integer(count);
}

Value replaceIn(const std::string& text, const Arguments& said)
{
    const std::vector<Value> values = said.bound("replace", {"old", "new", "count"});
    return Value(replaced(text, textIn(values[0], ""), textIn(values[1], ""), wholeIn(values[2], -1)));
}

Value joinWith(const std::string& text, const Arguments& said)
{
    std::string out;
    const std::vector<Value> all = elements(said.bound("join", {"iterable"})[0]);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].text())
            refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a text"), all[i].kind());
        out += (i > 0 ? text : "") + *all[i].text();
        Budget().text(out.size());
    }
    return Value(std::move(out));
}

template <bool atEnd>
Value without(const std::string& text, const Arguments& said)
{
    const std::string part = textIn(said.bound("removeprefix", {"prefix"})[0], "");
    const bool isThere = atEnd ? text.ends_with(part) : text.starts_with(part);
    return Value(!isThere ? text : atEnd ? text.substr(0, text.size() - part.size()) : text.substr(part.size()));
}

Value lines(const std::string& text, const Arguments& said)
{
    said.bound("splitlines", {});
    return Value::list(linesOf(text));
}

std::string titledWords(const std::string& text) { return titled(text, false); }

constexpr TextMethod textMethods[] = {{"strip", strip<Side::Both>}, {"lstrip", strip<Side::Left>}, {"rstrip", strip<Side::Right>},
    {"split", split<Side::Left>}, {"rsplit", split<Side::Right>}, {"splitlines", lines}, {"startswith", touches<false>},
    {"endswith", touches<true>}, {"upper", changed<upper>}, {"lower", changed<lower>}, {"title", changed<titledWords>},
    {"capitalize", changed<capitalized>}, {"replace", replaceIn}, {"find", find<false>}, {"rfind", find<true>},
    {"count", countIn}, {"join", joinWith}, {"removeprefix", without<false>}, {"removesuffix", without<true>}};

constexpr const char* classMethods[] = {"isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower"};
constexpr const char* dictionaryMethods[] = {"items", "keys", "values", "get"};
constexpr const char* listMethods[] = {"index", "count"};

bool isAmong(std::span<const char* const> names, const std::string& name)
{
    return std::ranges::any_of(names, [&](const char* one) { return name == one; });
}

Value callOfText(const std::string& text, const std::string& name, const Arguments& said)
{
    if (isAmong(classMethods, name)) {
        said.bound(name, {});
        return Value(isAll(name, text));
    }
    const auto* const method = std::ranges::find_if(textMethods, [&](const TextMethod& one) { return name == one.name; });
    return method->call(text, said);
}

Value callOfDictionary(const Dictionary& all, const std::string& name, const Arguments& said)
{
    if (name == "get") {
        const std::vector<Value> values = said.bound(name, {"key", "default"});
        const Value* const found = values[0].text() ? all.find(*values[0].text()) : nullptr;
        return found ? *found : values[1].isUndefined() ? Value::none() : values[1];
    }
    said.bound(name, {});
    if (name == "items")
        return Value::list(pairsOf(all));
    std::vector<Value> values;
    for (const auto& [key, value] : all.entries)
        values.push_back(name == "keys" ? Value(key) : value);
    return Value::list(std::move(values));
}

Value callOfList(const List& all, const std::string& name, const Arguments& said)
{
    const Value sought = said.bound(name, {"value"})[0];
    if (name == "count")
        return Value::integer(std::ranges::count_if(all.items, [&](const Value& one) { return one == sought; }));
    const auto place = std::ranges::find_if(all.items, [&](const Value& one) { return one == sought; });
    if (place == all.items.end())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "index()");
    return Value::integer(place - all.items.begin());
}

} // namespace

std::vector<Value> pairsOf(const Dictionary& all)
{
    std::vector<Value> pairs;
    for (const auto& [key, value] : all.entries)
        pairs.push_back(Value::list({Value(key), value}));
    return pairs;
}

bool hasMethod(const Value& of, const std::string& name)
{
    if (of.text())
        return isAmong(classMethods, name)
            || std::ranges::any_of(textMethods, [&](const TextMethod& one) { return name == one.name; });
    if (of.dictionary())
        return isAmong(dictionaryMethods, name);
    if (of.items())
        return isAmong(listMethods, name);
    return of.as<std::shared_ptr<const LoopTurn>>() && name == "cycle";
}

Value callMethod(const Method& method, const Arguments& said, Budget& budget)
{
    const auto& [of, name] = method;
    std::size_t weight = of.weight();
    for (const Value& one : said.positional)
        weight += one.weight();
    budget.step(weight);
    if (of.text()) {
        Value result = callOfText(*of.text(), name, said);
        budget.step(result.weight());
        return result;
    }
    if (of.dictionary())
        return callOfDictionary(*of.dictionary(), name, said);
    if (of.items())
        return callOfList(*of.items(), name, said);
    if (said.positional.empty())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "cycle()");
    return said.positional[(*of.as<std::shared_ptr<const LoopTurn>>())->index % said.positional.size()];
}

Value loopAttribute(const LoopTurn& turn, const std::string& name)
{
    const auto& items = turn.items->items;
    const auto size = std::int64_t(items.size()), index = std::int64_t(turn.index);
    if (name == "first" || name == "last")
        return Value(name == "first" ? index == 0 : index + 1 == size);
    if (name == "previtem")
        return index > 0 ? items[turn.index - 1] : Value::undefined("loop.previtem");
    if (name == "nextitem")
        return index + 1 < size ? items[turn.index + 1] : Value::undefined("loop.nextitem");
    const std::pair<const char*, std::int64_t> numbers[] = {{"index", index + 1}, {"index0", index}, {"length", size},
        {"revindex", size - index}, {"revindex0", size - index - 1}, {"depth", 1}, {"depth0", 0}};
    for (const auto& [known, value] : numbers)
        if (name == known)
            return Value::integer(value);
    refuseUnknown("loop." + name);
}

} // namespace core::jinja
