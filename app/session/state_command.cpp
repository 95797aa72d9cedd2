#include "app/session/state_command.h"

#include "core/files/library/training_runs.h"

#include <set>

namespace app {

namespace {

/// The only key whose value differs and is a number; empty when there is none or several.
std::string changedNumber(const core::Choices& before, const core::Choices& after)
{
    std::set<std::string> changed;
    for (const auto& [key, value] : before.all())
        if (const auto other = after.all().find(key); other == after.all().end() || other->second != value)
            changed.insert(key);
    for (const auto& [key, value] : after.all())
        if (!before.has(key))
            changed.insert(key);
    if (changed.size() != 1)
        return {};
    const core::ChoiceKey* key = core::findChoiceKey(*changed.begin());
    const bool isNumber = key && (key->type == core::ChoiceType::Integer || key->type == core::ChoiceType::Number);
    return isNumber ? key->id : std::string();
}

/// "0 rope.base" when the states differ in this number of slot A alone, "0 @" when in the step of its training; empty otherwise.
std::string changedNumber(const WindowState& before, const WindowState& after)
{
    WindowState same = before;
    if (before.slot().model != after.slot().model) {
        same.slot().model = after.slot().model;
        const std::string model = core::withoutStep(before.slot().model);
        return same == after && model == core::withoutStep(after.slot().model) ? std::to_string(before.edited) + " @" + model
                                                                               : "";
    }
    same.slot().said = after.slot().said;
    if (!(same == after))
        return {};
    const std::string key = changedNumber(before.slot().said, after.slot().said);
    return key.empty() ? key : std::to_string(before.edited) + " " + key;
}

} // namespace

StateCommand::StateCommand(WindowState before, WindowState after, Apply apply)
    : m_before(std::move(before))
    , m_after(std::move(after))
    , m_apply(std::move(apply))
    , m_number(changedNumber(m_before, m_after))
{
}

int StateCommand::id() const { return m_number.empty() ? -1 : 1; }

bool StateCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const StateCommand*>(other);
    if (next->m_number != m_number)
        return false;
    m_after = next->m_after;
    return true;
}

} // namespace app
