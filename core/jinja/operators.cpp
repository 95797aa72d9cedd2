#include "core/jinja/operators.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace core::jinja {

namespace {

[[noreturn]] void refuseKinds(const std::string& sign, const Value& left, const Value& right)
{
    refuse(CUTAWAY_TR("an operation does not fit its values"), {}, left.kind() + " " + sign + " " + right.kind());
}

/// The quotient rounded down, as Python divides.
std::int64_t floorQuotient(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0)) ? 1 : 0); }

std::optional<Value> wholeResult(const std::string& sign, std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    bool isTooLarge = false;
    if (sign == "+")
        isTooLarge = __builtin_add_overflow(a, b, &result);
    else if (sign == "-")
        isTooLarge = __builtin_sub_overflow(a, b, &result);
    else if (sign == "*")
        isTooLarge = __builtin_mul_overflow(a, b, &result);
    else if (sign == "//" || sign == "%") {
        if (b == 0 || (b == -1 && a == INT64_MIN))
            refuse(CUTAWAY_TR("a division by zero"));
        result = sign == "//" ? floorQuotient(a, b) : a - floorQuotient(a, b) * b;
    } else if (sign == "**" && b >= 0) {
        result = 1;
        for (std::int64_t i = 0; i < b && !isTooLarge && (result != 0 || i == 0) && !(a == 1); ++i)
            isTooLarge = __builtin_mul_overflow(result, a, &result) || i > 64;
    } else
        return std::nullopt;
    if (isTooLarge)
        refuse(CUTAWAY_TR("not a number in the legal range"), "−2^63 to 2^63 − 1");
    return Value::integer(result);
}

Value realResult(const std::string& sign, double a, double b)
{
    if ((sign == "/" || sign == "//" || sign == "%") && b == 0)
        refuse(CUTAWAY_TR("a division by zero"));
    if (sign == "+")
        return Value::number(a + b);
    if (sign == "-")
        return Value::number(a - b);
    if (sign == "*")
        return Value::number(a * b);
    if (sign == "/")
        return Value::number(a / b);
    if (sign == "//")
        return Value::number(std::floor(a / b));
    if (sign == "%")
        return Value::number(a - std::floor(a / b) * b);
    return Value::number(std::pow(a, b));
}

Value repeated(const Value& value, std::int64_t times, Budget& budget)
{
    const std::size_t count = times < 0 ? 0 : std::min<std::size_t>(std::size_t(times), Budget::maxBytes + 1);
    if (const std::string* const text = value.text()) {
        budget.text(text->empty() ? 0 : std::min(count, Budget::maxBytes / text->size() + 1) * text->size());
        std::string all;
        for (std::size_t i = 0; i < count && !text->empty(); ++i)
            all += *text;
        return Value(std::move(all));
    }
    const auto& items = value.items()->items;
    budget.step(count * items.size());
    std::vector<Value> all;
    for (std::size_t i = 0; i < count && !items.empty(); ++i)
        all.insert(all.end(), items.begin(), items.end());
    return Value::list(std::move(all));
}

bool contains(const Value& all, const Value& one, Budget& budget)
{
    budget.step(all.weight());
    if (all.text() && one.text())
        return all.text()->find(*one.text()) != std::string::npos;
    if (all.dictionary())
        return one.text() && all.dictionary()->find(*one.text());
    if (all.items())
        return std::ranges::any_of(all.items()->items, [&](const Value& item) { return item == one; });
    if (all.isUndefined())
        return false;
    refuseKinds("in", one, all);
}

} // namespace

void refuseUndefined(const Value& value)
{
    if (value.isUndefined())
        refuse(CUTAWAY_TR("a name has no value"), {}, value.as<Undefined>()->name);
}

Value combined(const std::string& sign, const Value& left, const Value& right, Budget& budget)
{
    if (sign == "~") {
        const std::string first = shown(left), second = shown(right);
        budget.text(first.size() + second.size());
        return Value(first + second);
    }
    refuseUndefined(left);
    refuseUndefined(right);
    if (const auto a = left.whole(), b = right.whole(); a && b)
        if (const std::optional<Value> result = wholeResult(sign, *a, *b))
            return *result;
    if (const auto a = left.real(), b = right.real(); a && b)
        return realResult(sign, *a, *b);
    if (sign == "+" && left.text() && right.text()) {
        budget.text(left.text()->size() + right.text()->size());
        return Value(*left.text() + *right.text());
    }
    if (sign == "+" && left.items() && right.items()) {
        std::vector<Value> all = left.items()->items;
        all.insert(all.end(), right.items()->items.begin(), right.items()->items.end());
        budget.step(all.size());
        return Value::list(std::move(all));
    }
    if (sign == "*" && (left.text() || left.items()) && right.whole())
        return repeated(left, *right.whole(), budget);
    if (sign == "*" && (right.text() || right.items()) && left.whole())
        return repeated(right, *left.whole(), budget);
    if (sign == "%" && left.text())
        refuseUnknown("str %");
    refuseKinds(sign, left, right);
}

bool holds(const std::string& sign, const Value& left, const Value& right, Budget& budget)
{
    if (sign == "in" || sign == "not in")
        return contains(right, left, budget) == (sign == "in");
    budget.step(std::min(left.weight(), right.weight()));
    if (sign == "==" || sign == "!=")
        return (left == right) == (sign == "==");
    refuseUndefined(left);
    refuseUndefined(right);
    const int order = compare(left, right);
    return sign == "<" ? order < 0 : sign == "<=" ? order <= 0 : sign == ">" ? order > 0 : order >= 0;
}

Value negative(const Value& value)
{
    refuseUndefined(value);
    if (const auto number = value.whole())
        return *wholeResult("-", 0, *number);
    if (const auto number = value.real())
        return Value::number(-*number);
    refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "- " + value.kind());
}

std::optional<std::size_t> placeOf(std::int64_t index, std::size_t size)
{
    const std::int64_t place = index < 0 ? index + std::int64_t(size) : index;
    return place < 0 || place >= std::int64_t(size) ? std::nullopt : std::optional(std::size_t(place));
}

Value elementOf(const Value& of, const Value& index)
{
    refuseUndefined(of);
    if (const Dictionary* const all = of.dictionary()) {
        const Value* const found = index.text() ? all->find(*index.text()) : nullptr;
        return found ? *found : Value::undefined(shown(index));
    }
    if (const auto* const space = of.as<Namespace*>(); space && index.text()) {
        const auto found = std::ranges::find((*space)->entries, *index.text(), &std::pair<std::string, Value>::first);
        return found == (*space)->entries.end() ? Value::undefined(*index.text()) : found->second;
    }
    const std::optional<std::int64_t> number = index.whole();
    if (!number || (!of.items() && !of.text()))
        return Value::undefined(shown(index));
    if (of.items()) {
        const auto place = placeOf(*number, of.items()->items.size());
        return place ? of.items()->items[*place] : Value::undefined(shown(index));
    }
    const std::vector<std::string> characters = charactersOf(*of.text());
    const auto place = placeOf(*number, characters.size());
    return place ? Value(characters[*place]) : Value::undefined(shown(index));
}

Value sliceOf(const Value& of, const std::optional<std::int64_t> (&range)[3], Budget& budget)
{
    refuseUndefined(of);
    if (!of.text() && !of.items())
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, of.kind() + "[:]");
    const std::vector<Value> all = elements(of);
    budget.step(all.size() / 100);
    const auto size = std::int64_t(all.size());
    const std::int64_t step = range[2].value_or(1);
    if (step == 0)
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "[::0]");
    const auto clamped = [&](std::int64_t at) {
        const std::int64_t place = at < 0 ? std::max(at + size, std::int64_t(-1)) : std::min(at, size);
        return step > 0 ? std::max<std::int64_t>(place, 0) : std::min(place, size - 1);
    };
    const std::int64_t begin = range[0] ? clamped(*range[0]) : step > 0 ? 0 : size - 1;
    const std::int64_t end = range[1] ? clamped(*range[1]) : step > 0 ? size : -1;
    std::vector<Value> part;
    std::string text;
    const std::int64_t stride = std::clamp<std::int64_t>(step, -size - 1, size + 1);
    for (std::int64_t at = begin; stride > 0 ? at < end : at > end; at += stride)
        of.text() ? void(text += *all[std::size_t(at)].text()) : part.push_back(all[std::size_t(at)]);
    return of.text() ? Value(std::move(text)) : Value::list(std::move(part));
}

} // namespace core::jinja
