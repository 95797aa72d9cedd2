#pragma once

#include "app/session/window_state.h"

#include <QUndoCommand>

#include <functional>
#include <string>

namespace app {

/// One change of the state of the window. Neighbouring changes of the same number (a slider) are one step of undo.
class StateCommand : public QUndoCommand
{
public:
    using Apply = std::function<void(const WindowState&)>;

    StateCommand(WindowState before, WindowState after, Apply apply);

    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }
    const WindowState& before() const { return m_before; }
    int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    WindowState m_before, m_after;
    Apply m_apply;
    std::string m_number; // slot and key of the only change when it is a number or a step of a training; empty: never merges
};

} // namespace app
