#pragma once

// Ink: what a pen has drawn over a surface. Points are shares of its width and height, so that they stay on what they mark when
// the surface changes its size; a stroke that was drawn on a magnified surface is as much finer.

#include <QPointF>
#include <QPolygonF>
#include <QSizeF>

#include <vector>

class QPen;
class QPainter;

namespace app {

struct Ink
{
    struct Line
    {
        QPolygonF points;
        double times = 1; // as much larger the surface was shown
    };
    std::vector<Line> lines;

    bool isEmpty() const { return lines.empty(); }
    void begin(const QPointF& at, const QSizeF& surface, double times = 1); // px of the surface as it is, shown so much larger
    void goOn(const QPointF& at, const QSizeF& surface); // REQUIRES: a line was begun

    /// Over a surface of this size, px. A line of one point is a dot.
    void paint(QPainter& painter, const QSizeF& surface, const QPen& pen) const;
};

} // namespace app
