#include "widgets/views/atlas/model_points.h"

#include "widgets/plot/chart_marks.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double closeEnough = 10; // px
constexpr int maxBeside = 7;      // points moved aside

} // namespace

ModelPoints::ModelPoints(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    mValueAxis->setRangeReversed(false); // no rows
}

void ModelPoints::setPoints(std::vector<ModelPoint> points)
{
    const QCPRange keys = mKeyAxis->range(), values = mValueAxis->range();
    m_points = std::move(points);
    setSize(1, int(m_points.size()));
    mKeyAxis->setRange(keys);
    mValueAxis->setRange(values);
    mValueAxis->setRangeReversed(false);
}

bool ModelPoints::isBeyond(const ModelPoint& point) const { return point.y > mValueAxis->range().upper; }

QCPRange ModelPoints::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return mKeyAxis->range();
}

QCPRange ModelPoints::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return mValueAxis->range();
}

std::vector<QPointF> ModelPoints::pixels() const
{
    std::vector<QPointF> places;
    const double step = 2.0 * dot() + 0.5, top = mValueAxis->axisRect()->top() + 1.5 * dot();
    for (const ModelPoint& point : m_points) {
        QPointF at(mKeyAxis->coordToPixel(point.x), isBeyond(point) ? top : mValueAxis->coordToPixel(point.y));
        const auto isFree = [&](const QPointF& place) {
            return std::ranges::none_of(places, [&](const QPointF& other) {
                return std::abs(other.y() - place.y()) < step
                    && std::hypot(other.x() - place.x(), other.y() - place.y()) < step - 0.2;
            });
        };
        const QPointF first = at;
        for (int beside = 1; !isFree(at) && beside <= maxBeside && point.mark == ModelPoint::Plain; ++beside)
            at = first + QPointF(step * ((beside + 1) / 2) * (beside % 2 ? 1 : -1), 0);
        places.push_back(at);
    }
    return places;
}

Cell ModelPoints::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).adjusted(-8, -8, 8, 8).contains(pixel))
        return {};
    double least = closeEnough;
    Cell nearest;
    const std::vector<QPointF> places = pixels();
    for (std::size_t i = 0; i < places.size(); ++i)
        if (const double distance = std::hypot(places[i].x() - pixel.x(), places[i].y() - pixel.y()); distance < least) {
            least = distance;
            nearest = {0, int(i)};
        }
    return nearest;
}

std::vector<NumberSet> ModelPoints::numbers() const
{
    NumberSet set{name(), {"point", "value"}, {core::Index(m_points.size()), 2}, {}, {{}, {"x", "value"}}};
    for (const ModelPoint& point : m_points) {
        set.labels[0] << point.name;
        set.values.insert(set.values.end(), {point.x, point.y});
    }
    return {set};
}

void ModelPoints::drawPoint(QCPPainter* painter, const ModelPoint& point, const QPointF& at, bool isHovered) const
{
    const Theme& theme = themeOf(style());
    const QColor color = point.mark == ModelPoint::MineA ? theme.slotA
        : point.mark == ModelPoint::Plain                ? theme.text2
                                                         : theme.slotB;
    const double radius = point.mark == ModelPoint::Plain ? dot() : 1.35 * dot();
    painter->setPen(point.isHollow ? QPen(color, 0.75 * style().lineWidth) : QPen(Qt::NoPen));
    painter->setBrush(point.isHollow ? QBrush(theme.surface) : QBrush(color));
    if (isBeyond(point))
        painter->drawPolygon(
            QPolygonF{at + QPointF(0, -1.3 * radius), at + QPointF(1.2 * radius, radius), at + QPointF(-1.2 * radius, radius)});
    else if (point.mark == ModelPoint::Selected || point.mark == ModelPoint::MineB)
        painter->drawPolygon(QPolygonF{at + QPointF(0, -1.3 * radius), at + QPointF(1.3 * radius, 0),
            at + QPointF(0, 1.3 * radius), at + QPointF(-1.3 * radius, 0)});
    else
        painter->drawEllipse(at, radius, radius);
    painter->setBrush(Qt::NoBrush);
    if (point.mark == ModelPoint::MineA || point.mark == ModelPoint::MineB || isHovered) {
        painter->setPen(QPen(color, 0.75 * style().lineWidth));
        painter->drawEllipse(at, 2 * radius, 2 * radius);
    }
}

void ModelPoints::drawLabels(QCPPainter* painter, const std::vector<QPointF>& at) const
{
    const Theme& theme = themeOf(style());
    const QFont plain = tickFont(style()), bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QRectF all = QRectF(mKeyAxis->axisRect()->rect()).adjusted(1, 1, 2, -1);
    std::vector<QRectF> taken = wordsOfMarks(*mKeyAxis->axisRect());
    for (const bool isMarked : {true, false})
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const ModelPoint& point = m_points[i];
            if (point.label.isEmpty() || (point.mark != ModelPoint::Plain) != isMarked)
                continue;
            painter->setFont(isMarked ? bold : plain);
            const QFontMetricsF metrics(painter->font(), mParentPlot);
            const QSizeF size(metrics.horizontalAdvance(point.label) + 2, 0.9 * metrics.height());
            const double apart = (isMarked ? 2.8 : 1.6) * dot();
            QRectF best;
            std::ptrdiff_t least = isMarked ? 1 << 20 : 4; // points under it
            for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}) {
                const QPointF centre
                    = at[i] + QPointF(x * (size.width() / 2 + (y == 0 ? apart : 0)), y * (size.height() / 2 + apart));
                const QRectF box(centre - QPointF(size.width() / 2, size.height() / 2), size);
                if (!all.contains(box) || std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
                    continue;
                const auto hidden = std::ranges::count_if(
                    at, [&](const QPointF& other) { return box.adjusted(-dot(), -dot(), dot(), dot()).contains(other); });
                if (hidden < least) {
                    least = hidden;
                    best = box;
                }
            }
            if (best.isNull())
                continue;
            taken.push_back(best);
            QColor ground = theme.surface; // lines behind it would cross it out
            ground.setAlphaF(0.7F);
            painter->fillRect(best, ground);
            painter->setPen(point.mark == ModelPoint::MineA ? theme.slotA : isMarked ? theme.slotB : theme.text);
            painter->drawText(best.adjusted(-8, -8, 8, 8), Qt::AlignCenter, point.label);
        }
}

void ModelPoints::draw(QCPPainter* painter)
{
    painter->setAntialiasing(true);
    const std::vector<QPointF> at = pixels();
    for (const bool isMarked : {false, true})
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if ((m_points[i].mark != ModelPoint::Plain) == isMarked)
                drawPoint(painter, m_points[i], at[i], hovered().column == int(i));
    drawLabels(painter, at);
}

} // namespace widgets
