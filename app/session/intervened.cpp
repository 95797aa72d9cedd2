#include "app/session/intervened.h"

#include <algorithm>
#include <utility>

namespace app {

int intervenedSlot(const WindowState& state) { return state.b && state.a.record.interventions.empty() ? 1 : state.edited; }

const RunRequest& intervenedRequest(const WindowState& state)
{
    return intervenedSlot(state) == 1 && state.b ? *state.b : state.a;
}

WindowState withIntervenedSlot(WindowState state)
{
    if (!state.b)
        return withB(std::move(state));
    state.edited = intervenedSlot(state);
    if (state.edited == 1 && state.mode == widgets::SlotMode::A)
        state.mode = widgets::SlotMode::SideBySide;
    return state;
}

WindowState withInterventions(WindowState state, const std::vector<core::Intervention>& added)
{
    state = withIntervenedSlot(std::move(state));
    const int edited = state.edited;
    return withInterventionsIn(std::move(state), edited, added);
}

/// Whether one takes the place of the other.
static bool replaces(const core::Intervention& one, const core::Intervention& there)
{
    const auto goesAlong = [](core::InterventionOp op) { return op == core::InterventionOp::Add || op == core::InterventionOp::Scale; };
    if (one.at != there.at || one.slice != there.slice)
        return false;
    if (one.op == core::InterventionOp::Add && there.op == core::InterventionOp::Add)
        return one.value == there.value && one.source == there.source && one.origin == there.origin;
    return one.op == there.op || (!goesAlong(one.op) && !goesAlong(there.op));
}

WindowState withInterventionsIn(WindowState state, int slot, const std::vector<core::Intervention>& added)
{
    state.edited = slot;
    std::vector<core::Intervention>& list = state.slot().record.interventions;
    for (const core::Intervention& one : added) {
        const auto same = std::ranges::find_if(list, [&](const core::Intervention& there) { return replaces(one, there); });
        if (same == list.end())
            list.push_back(one);
        else
            *same = one;
    }
    return state;
}

const std::vector<core::Intervention>& listOf(const WindowState& state, int slot)
{
    static const std::vector<core::Intervention> none;
    return slot == 0 ? state.a.record.interventions : state.b ? state.b->record.interventions : none;
}

WindowState withListOf(WindowState state, int slot, std::vector<core::Intervention> list)
{
    (slot == 1 ? *state.b : state.a).record.interventions = std::move(list);
    return state;
}

bool differInInterventionsOnly(const WindowState& state)
{
    if (!state.b || state.a == *state.b)
        return false;
    RunRequest same = *state.b;
    same.record.interventions = state.a.record.interventions;
    return same == state.a;
}

std::string changedOfOne(const std::vector<core::Intervention>& before, const std::vector<core::Intervention>& after)
{
    if (before.size() != after.size())
        return {};
    std::string changed;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == after[i])
            continue;
        core::Intervention strength = before[i], number = before[i];
        strength.strength = after[i].strength;
        number.value.numbers = after[i].value.numbers;
        const char* const what = strength == after[i] ? " strength" : number == after[i] ? " number" : nullptr;
        if (!what || !changed.empty())
            return {};
        changed = std::to_string(i) + what;
    }
    return changed;
}

RunRequest skippingUnfit(RunRequest request)
{
    request.record.skipsUnfit = true;
    return request;
}

} // namespace app
