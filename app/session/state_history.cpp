#include "app/session/state_history.h"

#include "app/session/intervened.h"

#include "core/files/library/training_runs.h"

#include <algorithm>
#include <set>
#include <utility>

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

/// "0 rope.base" when the states differ in this number of slot A alone, "0 @" when in the step of its training, "0 ~2 strength"
/// when in that of its third intervention; empty otherwise.
std::string changedNumber(const WindowState& before, const WindowState& after)
{
    WindowState same = before;
    if (before.slot().model != after.slot().model) {
        same.slot().model = after.slot().model;
        const std::string model = core::withoutStep(before.slot().model);
        return same == after && model == core::withoutStep(after.slot().model) ? std::to_string(before.edited) + " @" + model
                                                                               : "";
    }
    for (const int slot : {0, 1}) {
        const std::vector<core::Intervention>&list = listOf(after, slot), &last = listOf(before, slot);
        if (list == last || (slot == 1 && !before.b))
            continue;
        const std::string changed = changedOfOne(last, list);
        return withListOf(before, slot, list) == after && !changed.empty() ? std::to_string(slot) + " ~" + changed : "";
    }
    same.slot().said = after.slot().said;
    if (!(same == after))
        return {};
    const std::string key = changedNumber(before.slot().said, after.slot().said);
    return key.empty() ? key : std::to_string(before.edited) + " " + key;
}

} // namespace

void StateHistory::push(const WindowState& next, bool bringsSelection)
{
    const WindowState before = now();
    if (bringsSelection)
        keepSelection();
    if (canRedo())
        m_moves.clear(); // what led to the steps that are forgotten here
    m_steps.resize(std::size_t(m_at) + 1);
    std::string number = changedNumber(before, next);
    const bool isSameNumber = m_at > 0 && !number.empty() && m_steps.back().number == number;
    m_moves.push_back({isSameNumber ? Move::Kind::Merge : Move::Kind::Push, m_at, before});
    if (isSameNumber)
        m_steps.back().state = next;
    else
        m_steps.push_back({next, std::move(number), bringsSelection});
    m_at = count();
    announce();
    emit moved(before);
}

void StateHistory::amend(const WindowState& state) { m_steps[std::size_t(m_at)].state = state; }

void StateHistory::undo() { walk(-1); }

void StateHistory::redo() { walk(1); }

void StateHistory::walk(int by)
{
    if (m_at + by < 0 || m_at + by > count())
        return;
    const WindowState before = now();
    m_moves.push_back({Move::Kind::Walk, m_at});
    const bool isOther = m_steps[std::size_t(std::max(m_at, m_at + by))].bringsSelection;
    if (isOther)
        keepSelection();
    m_at += by;
    if (isOther)
        m_selectionDue = m_steps[std::size_t(m_at)].selection;
    announce();
    emit moved(before);
}

/// Of a state that was never on screen, the selection is that of another.
void StateHistory::keepSelection()
{
    if (m_accepted == now())
        m_steps[std::size_t(m_at)].selection = m_selection;
    m_selectionDue.reset();
}

bool StateHistory::takeBack()
{
    m_selectionDue.reset();
    if (m_moves.empty())
        return returnToAccepted();
    const Move last = m_moves.back();
    m_moves.pop_back();
    const WindowState before = now();
    if (last.kind == Move::Kind::Merge)
        amend(last.before);
    if (last.kind == Move::Kind::Push)
        m_steps.pop_back();
    m_at = last.from;
    announce();
    emit moved(before);
    return true;
}

bool StateHistory::returnToAccepted()
{
    if (!m_accepted || *m_accepted == now())
        return false;
    const WindowState before = now();
    m_steps.resize(std::size_t(m_at) + 1);
    m_steps.push_back({*m_accepted});
    m_at = count();
    announce();
    emit moved(before);
    return true;
}

void StateHistory::accept()
{
    m_moves.clear();
    m_accepted = now();
}

StateHistory::Kept StateHistory::kept() const
{
    Kept kept;
    kept.steps = m_steps;
    kept.at = m_at;
    return kept;
}

void StateHistory::restore(const Kept& kept, const WindowState& state)
{
    m_moves.clear();
    m_selectionDue.reset();
    m_steps = kept.steps;
    m_at = kept.at;
    amend(state);
    announce();
}

void StateHistory::announce()
{
    if (std::exchange(m_couldUndo, canUndo()) != canUndo())
        emit canUndoChanged(canUndo());
    if (std::exchange(m_couldRedo, canRedo()) != canRedo())
        emit canRedoChanged(canRedo());
}

} // namespace app
