#pragma once

// StateHistory: the states that a session was in, one of them present: what undo and redo go through. Neighbouring changes of the
// same number (a slider) are one step. A step that brings a selection of its own has that from before it again when it is undone.

#include "app/session/window_state.h"

#include "widgets/run/selection_model.h"

#include <QObject>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

class StateHistory : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const WindowState& now() const { return m_steps[std::size_t(m_at)].state; }

    /// Steps that can be undone or redone, and how many of them are done.
    int count() const { return int(m_steps.size()) - 1; }
    int index() const { return m_at; }
    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at < count(); }

    /// Nothing happens where there is no such step.
    void undo();
    void redo();

    /// A step; what could be redone is forgotten. `bringsSelection`: another model, an example or a file, which choose a head.
    void push(const WindowState& next, bool bringsSelection);

    /// What is looked at: undo keeps it for redo, and the other way round.
    void setSelection(const widgets::Selection& selection) { m_selection = selection; }

    /// What was looked at in the present state before it was left by a step that brought a selection, or the undo of one; once.
    std::optional<widgets::Selection> takeSelection() { return std::exchange(m_selectionDue, std::nullopt); }

    /// The present state is another one; no step, and no moved().
    void amend(const WindowState& state);

    /// What comes next is a step of its own, also where it changes the number that led here.
    void endStep() { m_steps[std::size_t(m_at)].number.clear(); }

    /// What was pushed, undone and redone until now is on screen: it cannot be taken back any more.
    void accept();

    /// The last push, undo or redo was refused: the state from before it is the present one again, and a refused push leaves
    /// nothing to redo. Where that state was never on screen, as a push has forgotten the way back, the accepted one becomes a
    /// further step. False when there is nothing to take back.
    bool takeBack();

    /// Everything that can be undone and redone now, for restore().
    class Kept;
    Kept kept() const;

    /// What can be undone and redone is what could be then; the present state is `state`. No moved().
    void restore(const Kept& kept, const WindowState& state);

signals:
    /// By a push, undo, redo or takeBack(): now() is another one than `before`.
    void moved(const app::WindowState& before);
    void canUndoChanged(bool can);
    void canRedoChanged(bool can);

private:
    struct Step
    {
        WindowState state;
        std::string number = {}; // slot and key of what led here when it is one number or a step of a training; else empty
        bool bringsSelection = false;
        std::optional<widgets::Selection> selection = {}; // when it was left, had it been on screen
    };
    struct Move
    {
        enum class Kind
        {
            Push,
            Merge,
            Walk
        };
        Kind kind;
        int from; // index
        WindowState before = {};
    };
    void walk(int by);
    void keepSelection();
    bool returnToAccepted();
    void announce();

    std::vector<Step> m_steps{Step{}};
    int m_at = 0;
    std::vector<Move> m_moves; // since accept()
    std::optional<WindowState> m_accepted; // on screen
    widgets::Selection m_selection;
    std::optional<widgets::Selection> m_selectionDue; // until its run is there
    bool m_couldUndo = false, m_couldRedo = false; // as announced
};

class StateHistory::Kept
{
    friend class StateHistory;
    std::vector<Step> steps;
    int at = 0;
};

} // namespace app
