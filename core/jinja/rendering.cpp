#include "core/jinja/rendering.h"

#include "core/base/error.h"
#include "core/jinja/rendering_depth.h"
#include "core/jinja/tokens.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace core::jinja {

Rendering::Rendering(Variables variables)
    : m_scopes{std::move(variables)}
{
}

std::string Rendering::run(const Block& block)
{
    atLine(m_line, [&] { return carryOut(block); });
    return std::move(m_text);
}

Rendering::Flow Rendering::carryOut(const Block& block)
{
    for (const Statement& one : block)
        if (const Flow flow = carryOut(one); flow != Flow::GoOn)
            return flow;
    return Flow::GoOn;
}

Rendering::Flow Rendering::carryOut(const Statement& statement)
{
    const Depth depth(m_depth);
    m_line = statement.line;
    m_budget.step();
    return std::visit(
        [&](const auto& one) {
            using Kind = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Kind, TextPart>)
                write(one.text);
            else if constexpr (std::is_same_v<Kind, Output>)
                write(shown(evaluate(*one.value)));
            else if constexpr (std::is_same_v<Kind, SetStatement>)
                set(one);
            else if constexpr (std::is_same_v<Kind, MacroStatement>)
                setName(one.name, Value(Value::Data(&one)));
            else if constexpr (std::is_same_v<Kind, Group>)
                return carryOut(one.body);
            else if constexpr (std::is_same_v<Kind, IfStatement>)
                return branch(one);
            else if constexpr (std::is_same_v<Kind, ForStatement>)
                return loop(one);
            else
                return std::is_same_v<Kind, Break> ? Flow::LeaveLoop : Flow::NextTurn;
            return Flow::GoOn;
        },
        statement.kind);
}

Rendering::Flow Rendering::branch(const IfStatement& all)
{
    for (const auto& [condition, block] : all.branches)
        if (evaluate(*condition).isTrue())
            return carryOut(block);
    return carryOut(all.otherwise);
}

Rendering::Flow Rendering::loop(const ForStatement& loop)
{
    std::vector<Value> items = elements(evaluate(*loop.over));
    m_budget.step(items.size() / 100);
    if (loop.condition) {
        std::vector<Value> chosen;
        m_scopes.emplace_back();
        for (const Value& one : items) {
            assign(loop.target, one);
            if (evaluate(*loop.condition).isTrue())
                chosen.push_back(one);
        }
        m_scopes.pop_back();
        items = std::move(chosen);
    }
    if (items.empty())
        return carryOut(loop.otherwise);
    const Value list = Value::list(std::move(items));
    const auto& shared = *list.as<std::shared_ptr<const List>>();
    for (std::size_t i = 0; i < shared->items.size(); ++i) {
        m_budget.step();
        m_scopes.emplace_back();
        setName("loop", Value::loop(shared, i));
        assign(loop.target, shared->items[i]);
        const Flow flow = carryOut(loop.body);
        m_scopes.pop_back();
        if (flow == Flow::LeaveLoop)
            break;
    }
    return Flow::GoOn;
}

void Rendering::set(const SetStatement& set) { assign(set.target, set.value ? evaluate(*set.value) : Value(captured(set.body))); }

/// The text that a block writes, without writing it.
std::string Rendering::captured(const Block& block)
{
    std::string outside = std::exchange(m_text, {});
    m_scopes.emplace_back();
    carryOut(block);
    m_scopes.pop_back();
    return std::exchange(m_text, std::move(outside));
}

void Rendering::write(const std::string& text)
{
    m_budget.text(text.size());
    if (m_text.size() + text.size() > Budget::maxBytes)
        m_budget.text(m_text.size() + text.size()); // which refuses it
    m_text += text;
}

void Rendering::setName(const std::string& name, const Value& value)
{
    const auto known = std::ranges::find(m_scopes.back(), name, &std::pair<std::string, Value>::first);
    if (known != m_scopes.back().end())
        known->second = value;
    else
        m_scopes.back().emplace_back(name, value);
}

void Rendering::assign(const Target& target, const Value& value)
{
    if (!target.attribute.empty()) {
        const Value place = look(NameOf{target.names.front()});
        const auto* const space = place.as<Namespace*>();
        if (!space)
            refuse(CUTAWAY_TR("an operation does not fit its values"), "namespace", place.kind());
        auto& entries = (*space)->entries;
        const auto known = std::ranges::find(entries, target.attribute, &std::pair<std::string, Value>::first);
        if (known != entries.end())
            known->second = value;
        else
            entries.emplace_back(target.attribute, value);
        return;
    }
    if (!target.isTuple)
        return setName(target.names.front(), value);
    const std::vector<Value> all = elements(value);
    if (all.size() != target.names.size())
        refuse(CUTAWAY_TR("another number of values"), std::to_string(target.names.size()), std::to_string(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        setName(target.names[i], all[i]);
}

} // namespace core::jinja
