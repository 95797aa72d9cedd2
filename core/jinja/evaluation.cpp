// Expressions of a template, computed.

#include "core/base/error.h"
#include "core/jinja/conditions.h"
#include "core/jinja/filters.h"
#include "core/jinja/methods.h"
#include "core/jinja/operators.h"
#include "core/jinja/rendering.h"
#include "core/jinja/rendering_depth.h"

#include <algorithm>
#include <array>

namespace core::jinja {

namespace {

constexpr std::array<const char*, 4> functions{"range", "namespace", "dict", "raise_exception"};

const Value* valueIn(const Rendering::Variables& scope, const std::string& name)
{
    const auto found = std::ranges::find(scope, name, &std::pair<std::string, Value>::first);
    return found == scope.end() ? nullptr : &found->second;
}

Value rangeOf(const Arguments& said, Budget& budget)
{
    if (said.positional.empty())
        refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("an integer"), "range()");
    const std::vector<Value> values = said.bound("range", {"start", "stop", "step"});
    const bool hasStop = !values[1].isUndefined();
    const std::int64_t begin = hasStop ? wholeIn(values[0], 0) : 0;
    const std::int64_t end = wholeIn(hasStop ? values[1] : values[0], 0), step = wholeIn(values[2], 1);
    if (step == 0)
        refuse(CUTAWAY_TR("an operation does not fit its values"), {}, "range(…, 0)");
    std::vector<Value> all;
    std::int64_t at = begin;
    while (step > 0 ? at < end : at > end) {
        budget.step();
        all.push_back(Value::integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    return Value::list(std::move(all));
}

/// What a dictionary and names give together.
Rendering::Variables entriesIn(const std::string& function, const Arguments& said)
{
    Rendering::Variables entries;
    if (!said.positional.empty()) {
        if (said.positional.size() > 1 || !said.positional[0].dictionary())
            refuse(CUTAWAY_TR("an operation does not fit its values"), "dict", function + "()");
        entries = said.positional[0].dictionary()->entries;
    }
    for (const auto& entry : said.named) {
        std::erase_if(entries, [&](const auto& one) { return one.first == entry.first; });
        entries.push_back(entry);
    }
    return entries;
}

} // namespace

Value Rendering::evaluate(const Expression& expression)
{
    const Depth depth(m_depth);
    m_line = expression.line;
    m_budget.step();
    return std::visit([&](const auto& one) { return look(one); }, expression.kind);
}

Value Rendering::look(const NameOf& name)
{
    for (std::size_t i = m_scopes.size(); i-- > std::max<std::size_t>(m_macroScope, 1);)
        if (const Value* const found = valueIn(m_scopes[i], name.name))
            return *found;
    if (const Value* const found = valueIn(m_scopes.front(), name.name))
        return *found;
    const bool isFunction = std::ranges::find(functions, name.name) != functions.end();
    return isFunction ? Value(Value::Data(Function{name.name})) : Value::undefined(name.name);
}

Value Rendering::look(const ListOf& list)
{
    std::vector<Value> items;
    for (const ExpressionPtr& one : list.items)
        items.push_back(evaluate(*one));
    return Value::list(std::move(items));
}

Value Rendering::look(const DictionaryOf& dictionary)
{
    Variables entries;
    for (const auto& [key, value] : dictionary.entries) {
        const Value name = evaluate(*key);
        if (!name.text())
            refuse(CUTAWAY_TR("an operation does not fit its values"), CUTAWAY_TR("a text"), name.kind());
        std::erase_if(entries, [&](const auto& one) { return one.first == *name.text(); });
        entries.emplace_back(*name.text(), evaluate(*value));
    }
    return Value::dictionary(std::move(entries));
}

Value Rendering::look(const AttributeOf& attribute)
{
    const Value of = evaluate(*attribute.of);
    refuseUndefined(of);
    if (hasMethod(of, attribute.name))
        return Value::method(of, attribute.name);
    if (const auto* const turn = of.as<std::shared_ptr<const LoopTurn>>())
        return loopAttribute(**turn, attribute.name);
    const bool isIndex = attribute.name.front() >= '0' && attribute.name.front() <= '9' && attribute.name.size() < 9;
    const Value found = elementOf(of, isIndex ? Value::integer(std::stoll(attribute.name)) : Value(attribute.name));
    return found.isUndefined() ? Value::undefined(of.kind() + "." + attribute.name) : found;
}

Value Rendering::look(const ElementOf& element)
{
    const Value of = evaluate(*element.of), index = evaluate(*element.index);
    m_budget.step(of.text() ? of.weight() : 0);
    const Value found = elementOf(of, index);
    return found.isUndefined() && index.text() && hasMethod(of, *index.text()) ? Value::method(of, *index.text()) : found;
}

Value Rendering::look(const SliceOf& slice)
{
    const Value of = evaluate(*slice.of);
    const auto part = [&](const ExpressionPtr& one) -> std::optional<std::int64_t> {
        const Value value = one ? evaluate(*one) : Value::none();
        refuseUndefined(value);
        return value.isNone() ? std::nullopt : std::optional(wholeIn(value, 0));
    };
    const std::optional<std::int64_t> range[3] = {part(slice.begin), part(slice.end), part(slice.step)};
    m_budget.step(of.text() ? of.weight() : 0);
    return sliceOf(of, range, m_budget);
}

Arguments Rendering::argumentsOf(const CallArguments& said)
{
    Arguments values;
    for (const ExpressionPtr& one : said.positional)
        values.positional.push_back(evaluate(*one));
    for (const auto& [name, one] : said.named)
        values.named.emplace_back(name, evaluate(*one));
    return values;
}

Value Rendering::look(const Call& call)
{
    const int line = m_line;
    const Value of = evaluate(*call.of);
    const Arguments said = argumentsOf(call.arguments);
    m_line = line;
    if (const auto* const method = of.as<std::shared_ptr<const Method>>())
        return callMethod(**method, said, m_budget);
    if (const auto* const macro = of.as<const MacroStatement*>())
        return callMacro(**macro, said);
    if (const auto* const function = of.as<Function>())
        return callFunction(function->name, said);
    refuseUnknown(of.isUndefined() ? of.as<Undefined>()->name + "()" : of.kind() + "()");
}

Value Rendering::callFunction(const std::string& name, const Arguments& said)
{
    if (name == "raise_exception")
        refuse(CUTAWAY_TR("the template refuses these messages"), {}, shown(said.bound(name, {"message"})[0]));
    if (name == "range")
        return rangeOf(said, m_budget);
    Variables entries = entriesIn(name, said);
    m_budget.step(entries.size());
    if (name == "dict")
        return Value::dictionary(std::move(entries));
    m_namespaces.push_back(std::make_unique<Namespace>(Namespace{std::move(entries)}));
    return Value(Value::Data(m_namespaces.back().get()));
}

Value Rendering::callMacro(const MacroStatement& macro, const Arguments& said)
{
    if (said.positional.size() > macro.parameters.size())
        refuse(CUTAWAY_TR("too many arguments"), std::to_string(macro.parameters.size()), macro.name + "()");
    for (const auto& [name, ignored] : said.named)
        if (std::ranges::find(macro.parameters, name, &std::pair<std::string, ExpressionPtr>::first) == macro.parameters.end())
            refuseUnknown(macro.name + "(" + name + "=)");
    const std::size_t outer = std::exchange(m_macroScope, m_scopes.size());
    m_scopes.emplace_back();
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const auto& [name, missing] = macro.parameters[i];
        const Value* const named = valueIn(said.named, name);
        const Value value = i < said.positional.size() ? said.positional[i]
            : named                                    ? *named
            : missing                                  ? evaluate(*missing)
                                                       : Value::undefined(name);
        setName(name, value);
    }
    Value text(captured(macro.body));
    m_scopes.pop_back();
    m_macroScope = outer;
    return text;
}

Value Rendering::look(const FilterOf& filter)
{
    const Value of = evaluate(*filter.of);
    return filtered(filter.name, of, argumentsOf(filter.arguments), m_budget);
}

Value Rendering::look(const TestOf& test)
{
    const Value of = evaluate(*test.of);
    return Value(isSo(test.name, of, argumentsOf(test.arguments), m_budget) != test.isNegated);
}

Value Rendering::look(const Unary& unary)
{
    const Value of = evaluate(*unary.of);
    return unary.sign == "not" ? Value(!of.isTrue()) : unary.sign == "-" ? negative(of) : of;
}

Value Rendering::look(const Binary& binary)
{
    Value left = evaluate(*binary.left);
    if (binary.sign == "and" || binary.sign == "or")
        return left.isTrue() == (binary.sign == "or") ? left : evaluate(*binary.right);
    return combined(binary.sign, left, evaluate(*binary.right), m_budget);
}

Value Rendering::look(const Comparison& comparison)
{
    Value left = evaluate(*comparison.first);
    for (const auto& [sign, expression] : comparison.others) {
        Value right = evaluate(*expression);
        if (!holds(sign, left, right, m_budget))
            return Value(false);
        left = std::move(right);
    }
    return Value(true);
}

Value Rendering::look(const Conditional& conditional)
{
    if (evaluate(*conditional.condition).isTrue())
        return evaluate(*conditional.then);
    return conditional.otherwise ? evaluate(*conditional.otherwise) : Value::undefined("else");
}

} // namespace core::jinja
