#pragma once

// MapZoom: which part of its large maps a plot shows. The wheel zooms around the mouse, dragging pans, a double click or 0 shows
// all again, + and − zoom around the marked cell; a press on the small map of the whole goes there. Maps with equally many rows
// and columns show the same part: A, B and Δ, the stages of a head, a map and its lines of tokens. Of a wall a part is some of its
// maps. A part stays when the picture is drawn anew and goes when no
// map of its size is left.

#include "widgets/plot/cell_plottable.h"

#include <QPointer>

#include <map>
#include <optional>

namespace widgets {

class Plot;

/// What the mouse does to a map that can zoom, in the language of the window.
QString zoomHandling();

class MapZoom
{
public:
    explicit MapZoom(Plot& plot)
        : m_plot(plot)
    {
    }

    /// Whether a map shows a part of itself, and of this one which cells.
    bool isZoomed() const { return !m_parts.empty(); }
    QRectF partOf(const CellPlottable& map) const; // axis coordinates: x columns, y rows

    /// What the mouse and the keyboard do; whether it meant the zoom.
    bool turn(const QPointF& pixel, double steps); // of the wheel; upwards zooms in
    void press(const QPointF& pixel);
    bool drag(const QPointF& pixel);
    bool release(); // true: it was a drag, not a click
    bool press(const QKeyEvent& key);
    bool showAll();

    /// Moves the part so that it holds the cell.
    void reveal(const CellPlottable& map, Cell cell);

    /// Brings the axes of the maps to their parts: before the plot is laid out.
    void apply();

private:
    using Shape = std::pair<int, int>; // rows, columns

    struct Drag
    {
        Shape shape;
        QPointer<CellPlottable> map;
        QPointF from;        // px
        QRectF part;         // when it began
        bool isInOverview = false;
        bool hasMoved = false;
    };

    CellPlottable* mapAt(const QPointF& pixel) const;
    bool zoom(const CellPlottable& map, const QPointF& around, double steps);
    void show(Shape shape, const QRectF& part);
    void centerOverview(const CellPlottable& map, const QPointF& pixel);

    Plot& m_plot;
    std::map<Shape, QRectF> m_parts; // of maps that do not show all
    std::optional<Drag> m_drag;
};

} // namespace widgets
