#pragma once

#include <QPainter>
#include <QPolygonF>

namespace widgets {

/// One bracket: its back along a line, and from both ends of it so far to the cells that it holds together.
inline void drawBracket(QPainter& painter, const QLineF& back, const QPointF& toCells)
{
    painter.drawPolyline(QPolygonF{back.p1() + toCells, back.p1(), back.p2(), back.p2() + toCells});
}

} // namespace widgets
