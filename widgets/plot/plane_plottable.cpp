#include "widgets/plot/plane_plottable.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

constexpr double reach = 0.86; // of the radius, for the longest arrow

/// From the angle `from` on by `turn`; more than one turn winds outwards so that each can be counted.
QPolygonF arc(const QPointF& centre, double radius, double from, double turn)
{
    QPolygonF points;
    const double turns = std::abs(turn) / (2 * std::numbers::pi);
    const int steps = std::clamp(int(std::ceil(turns * 64)), 2, 2000);
    for (int i = 0; i <= steps; ++i) {
        const double part = double(i) / steps;
        const double angle = from + turn * part;
        const double r = turns > 1 ? radius * (0.45 + 0.55 * part) : radius;
        points << centre + QPointF(r * std::cos(angle), -r * std::sin(angle));
    }
    return points;
}

void drawTip(QCPPainter* painter, const QPointF& at, double angle, double size, const PlaneArrow& arrow)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(arrow.color);
    if (arrow.tip == PlaneArrow::Tip::Square) {
        painter->drawRect(QRectF(at.x() - size * 0.8, at.y() - size * 0.8, 1.6 * size, 1.6 * size));
    } else {
        const auto corner = [&](double by, double length) {
            return at + QPointF(length * std::cos(angle + by), -length * std::sin(angle + by));
        };
        const QPointF corners[] = {corner(0, size * 1.3), corner(2.3, size * 1.3), corner(-2.3, size * 1.3)};
        painter->drawPolygon(corners, 3);
    }
    painter->setBrush(Qt::NoBrush);
}

} // namespace

PlanePlottable::PlanePlottable(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void PlanePlottable::setPlanes(QVector<PlaneCell> planes)
{
    m_planes = std::move(planes);
    setSize(1, int(m_planes.size()));
}

double PlanePlottable::textHeight() const
{
    qsizetype lines = 0;
    for (const PlaneCell& plane : m_planes)
        lines = std::max(lines, plane.lines.size());
    const QFontMetricsF title(figureFont(style(), style().tickPoints, QFont::DemiBold), mParentPlot);
    const QFontMetricsF line(tickFont(style()), mParentPlot);
    return title.height() + double(lines) * line.height() + space::s;
}

void PlanePlottable::draw(QCPPainter* painter)
{
    for (qsizetype i = 0; i < m_planes.size(); ++i)
        drawPlane(painter, m_planes[i], cellRect({0, int(i)}), pinned().column == int(i), hovered().column == int(i));
}

void PlanePlottable::drawPlane(
    QCPPainter* painter, const PlaneCell& plane, const QRectF& cell, bool isPinned, bool isHovered) const
{
    const Theme& theme = themeOf(style());
    const double radius = std::max(4.0, std::min(cell.width() / 2 - space::xs, (cell.height() - textHeight()) / 2 - 2));
    const QPointF centre(cell.center().x(), cell.top() + radius + 1);
    double longest = 1e-30;
    for (const PlaneArrow& arrow : plane.arrows)
        for (const QPointF& point : {arrow.before, arrow.after})
            longest = std::max(longest, std::hypot(point.x(), point.y()));
    const auto at = [&](const QPointF& point) { return centre + QPointF(point.x(), -point.y()) * (reach * radius / longest); };

    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    QColor faint = theme.borderStrong;
    faint.setAlphaF(0.4F);
    painter->setPen(QPen(faint, 0.75));
    painter->drawLine(QLineF(centre.x() - radius, centre.y(), centre.x() + radius, centre.y()));
    painter->drawLine(QLineF(centre.x(), centre.y() - radius, centre.x(), centre.y() + radius));
    painter->setPen(isPinned ? QPen(theme.accent, 2) : QPen(isHovered ? theme.accent : theme.border, 1));
    painter->drawEllipse(centre, radius, radius);

    const double width = style().lineWidth;
    const double size = std::clamp(radius / 16, 2.2 * width, 4.5 * width);
    double inner = 0.62; // arcs of two arrows stand apart
    for (const PlaneArrow& arrow : plane.arrows) {
        const double length = std::hypot(arrow.after.x(), arrow.after.y()) * reach * radius / longest;
        const double before = std::atan2(arrow.before.y(), arrow.before.x());
        const double after = std::atan2(arrow.after.y(), arrow.after.x());
        QColor soft = arrow.color;
        soft.setAlphaF(0.6F);
        painter->setPen(QPen(soft, width * 0.8, Qt::DashLine));
        painter->drawLine(QLineF(centre, at(arrow.before)));
        painter->setPen(QPen(soft, width * 0.8, Qt::SolidLine));
        if (std::abs(arrow.turn) > 0.02)
            painter->drawPolyline(arc(centre, std::max(inner * length, 0.14 * radius), before, arrow.turn));
        painter->setPen(Qt::NoPen);
        painter->setBrush(soft);
        painter->drawEllipse(at(arrow.before), size * 0.55, size * 0.55);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(arrow.color, width * 1.4, Qt::SolidLine, Qt::FlatCap));
        painter->drawLine(QLineF(centre, at(arrow.after)));
        drawTip(painter, at(arrow.after), after, size, arrow);
        inner -= 0.12;
    }

    const QFont titleFont = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(titleFont, mParentPlot);
    double y = centre.y() + radius + space::xs;
    painter->setFont(titleFont);
    painter->setPen(isPinned ? theme.accent : theme.text);
    painter->drawText(QRectF(cell.left(), y, cell.width(), metrics.height()), Qt::AlignCenter,
        metrics.elidedText(plane.title, Qt::ElideRight, cell.width()));
    y += metrics.height();
    painter->setFont(tickFont(style()));
    painter->setPen(theme.text2);
    const QFontMetricsF small(tickFont(style()), mParentPlot);
    for (const QString& line : plane.lines) {
        painter->drawText(QRectF(cell.left(), y, cell.width(), small.height()), Qt::AlignCenter,
            small.elidedText(line, Qt::ElideRight, cell.width()));
        y += small.height();
    }
}

} // namespace widgets
