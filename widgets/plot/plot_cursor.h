#pragma once

// PlotCursor: what the arrow keys move in a picture: from cell to cell of a map, from bar to bar, from point to point of a line.
// At the edge of one they go on into the one beside it, so that every number is reached. A step in a map is a click on its cell,
// and the status line and screen readers are told the number there.

#include "widgets/plot/cell_plottable.h"

#include <QPointer>

#include <vector>

namespace widgets {

class Plot;

class PlotCursor
{
public:
    explicit PlotCursor(Plot& plot)
        : m_plot(plot)
    {
    }

    /// An arrow moves it; Enter and the space bar click the bar where it is. Whether the key meant it.
    bool press(const QKeyEvent& key);

    /// The mouse clicked there: the keys go on from it.
    void take(const CellPlottable& map, Cell cell);

    /// The focus left the picture: no number is marked any more.
    void leave();

    /// Where it is; null: nowhere yet. A bar or a point is a row of the only column.
    const QCPAbstractPlottable* part() const;
    Cell cell() const { return m_cell; }

    /// Around the number of a chart, px; empty in maps, which have marks of their own.
    QRectF ring() const;

private:
    std::vector<QCPAbstractPlottable*> parts() const;
    int indexOf(const std::vector<QCPAbstractPlottable*>& all) const;
    void step(const std::vector<QCPAbstractPlottable*>& all, int dx, int dy, Qt::KeyboardModifiers modifiers);
    void tell();

    Plot& m_plot;
    int m_part = -1;  // among parts(), of which a drawing makes others
    QString m_name;   // of the part
    Cell m_cell;
    Cell m_pinned;    // of the map, when it came to m_cell
    bool m_isShown = false; // by the keyboard
};

} // namespace widgets
