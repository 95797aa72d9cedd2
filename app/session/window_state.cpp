#include "app/session/window_state.h"

#include <utility>

namespace app {

core::Choices windowChoices()
{
    core::Choices said;
    said.set("weights", "trained_or_keep");
    return said;
}

WindowState withB(WindowState state)
{
    state.b = state.a;
    state.edited = 1;
    if (state.mode == widgets::SlotMode::A || state.mode == widgets::SlotMode::B)
        state.mode = widgets::SlotMode::SideBySide;
    return state;
}

WindowState withoutB(WindowState state)
{
    state.b.reset();
    state.edited = 0;
    state.mode = widgets::SlotMode::A;
    return state;
}

WindowState swapped(WindowState state)
{
    std::swap(state.a, *state.b);
    return state;
}

WindowState withMode(WindowState state, widgets::SlotMode mode)
{
    if (!state.b)
        return state;
    state.mode = mode;
    if (mode == widgets::SlotMode::A || mode == widgets::SlotMode::B)
        state.edited = mode == widgets::SlotMode::B;
    return state;
}

} // namespace app
