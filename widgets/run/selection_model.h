#pragma once

// SelectionModel: the one linked cursor of the window. Views are pure functions of a run and a Selection.

#include <QObject>

namespace widgets {

/// What the person is looking at, everything counted from 0; -1 means "nothing chosen".
struct Selection
{
    int slot = 0; // 0 = A, 1 = B
    int layer = 0;
    int head = 0;
    int query = -1;
    int key = -1;
    int dim = -1;
    int step = -1;
    bool isHeadChosen = true; // by a person, a guide or a file; else layer and head are the first ones, and no wall marks them
    bool operator==(const Selection&) const = default;
};

class SelectionModel : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// What hovered() is while nothing is under the mouse.
    static Selection nothing() { return {.layer = -1, .head = -1}; }

    const Selection& pinned() const { return m_pinned; }   // clicked; drawn as a thick ring
    const Selection& hovered() const { return m_hovered; } // under the mouse; drawn as a thin ring

    /// Both emit only on a real change, so linked views cannot loop. Who goes to another layer or head has chosen it.
    void pin(const Selection& selection);
    void hover(const Selection& selection);
    void unpin();   // clears query, key and dim
    void unhover(); // nothing is under the mouse

    /// Keeps layer, head and positions inside a new run (the nearest that exists); what is hovered and gone is hovered no more.
    void clamp(int layers, int heads, int tokens);

signals:
    void pinnedChanged(const widgets::Selection& selection);
    void hoveredChanged(const widgets::Selection& selection);

private:
    Selection m_pinned;
    Selection m_hovered = nothing();
};

} // namespace widgets
