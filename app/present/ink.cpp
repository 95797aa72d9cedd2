#include "app/present/ink.h"

#include <QPainter>
#include <QPen>

namespace app {

namespace {

QPointF shareOf(const QPointF& at, const QSizeF& surface)
{
    return {at.x() / std::max(1.0, surface.width()), at.y() / std::max(1.0, surface.height())};
}

} // namespace

void Ink::begin(const QPointF& at, const QSizeF& surface, double times)
{
    lines.push_back({QPolygonF{shareOf(at, surface)}, times});
}

void Ink::goOn(const QPointF& at, const QSizeF& surface) { lines.back().points << shareOf(at, surface); }

void Ink::paint(QPainter& painter, const QSizeF& surface, const QPen& pen) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Line& stroke : lines) {
        QPolygonF line;
        for (const QPointF& share : stroke.points)
            line << QPointF(share.x() * surface.width(), share.y() * surface.height());
        QPen finer = pen;
        finer.setWidthF(pen.widthF() / stroke.times);
        painter.setPen(finer);
        if (line.size() == 1)
            painter.drawPoint(line.front());
        else
            painter.drawPolyline(line);
    }
    painter.restore();
}

} // namespace app
