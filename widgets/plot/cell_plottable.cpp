#include "widgets/plot/cell_plottable.h"

#include <cmath>

namespace widgets {

namespace {

constexpr int ringRoom = 4; // px a ring may reach beyond the axis rect

} // namespace

CellPlottable::CellPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const FigureStyle& style)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_style(style)
{
    setAntialiased(false);
    setSelectable(QCP::stNone); // our own rings, not the selection of QCustomPlot
    setSize(0, 0);
}

void CellPlottable::setSize(int rows, int columns)
{
    m_rows = rows;
    m_columns = columns;
    if (!mKeyAxis || !mValueAxis)
        return;
    mKeyAxis->setRange(-0.5, std::max(columns, 1) - 0.5);
    mValueAxis->setRange(-0.5, std::max(rows, 1) - 0.5);
    mValueAxis->setRangeReversed(true);
}

void CellPlottable::setPinned(Cell cell) { m_pinned = cell; }

void CellPlottable::setHovered(Cell cell) { m_hovered = cell; }

QPointF CellPlottable::coordsAt(const QPointF& pixel) const
{
    return {mKeyAxis->pixelToCoord(pixel.x()), mValueAxis->pixelToCoord(pixel.y())};
}

Cell CellPlottable::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !mValueAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const double column = std::floor(mKeyAxis->pixelToCoord(pixel.x()) + 0.5);
    const double row = std::floor(mValueAxis->pixelToCoord(pixel.y()) + 0.5);
    if (!(column >= 0 && column < m_columns && row >= 0 && row < m_rows))
        return {};
    return {int(row), int(column)};
}

QRectF CellPlottable::cellRect(Cell cell) const
{
    if (!mKeyAxis || !mValueAxis)
        return {};
    return QRectF(coordsToPixels(cell.column - 0.5, cell.row - 0.5), coordsToPixels(cell.column + 0.5, cell.row + 0.5))
        .normalized();
}

QRectF CellPlottable::mapRect() const
{
    if (!mKeyAxis || !mValueAxis)
        return {};
    return QRectF(coordsToPixels(-0.5, -0.5), coordsToPixels(m_columns - 0.5, m_rows - 0.5)).normalized();
}

double CellPlottable::selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const
{
    const Cell cell = cellAt(pos);
    if (onlySelectable || cell.isNone())
        return -1;
    if (details)
        *details = QPoint(cell.column, cell.row);
    return mParentPlot->selectionTolerance() * 0.99;
}

QCPRange CellPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = m_columns > 0;
    return {-0.5, m_columns - 0.5};
}

QCPRange CellPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = m_rows > 0;
    return {-0.5, m_rows - 0.5};
}

QRect CellPlottable::clipRect() const
{
    return QCPAbstractPlottable::clipRect().adjusted(-ringRoom, -ringRoom, ringRoom, ringRoom);
}

std::vector<double> CellPlottable::edges(const QCPAxis* axis, int first, int last) const
{
    std::vector<double> result;
    for (int i = first; i <= last + 1; ++i)
        result.push_back(axis->coordToPixel(i - 0.5));
    return result;
}

void CellPlottable::drawMarks(QCPPainter* painter) const
{
    const auto isInside = [&](Cell cell) { return !cell.isNone() && cell.row < m_rows && cell.column < m_columns; };
    const auto ring = [&](Cell cell, const QColor& color, double width) {
        QPen pen(color, width);
        pen.setJoinStyle(Qt::MiterJoin);
        painter->setPen(pen);
        painter->drawRect(cellRect(cell));
    };
    painter->setBrush(Qt::NoBrush);
    if (isInside(m_hovered)) {
        const QRectF map = mapRect();
        const QRectF cell = cellRect(m_hovered);
        QColor line = themeOf(m_style).accent;
        line.setAlphaF(0.55F);
        painter->setPen(QPen(line, 1));
        painter->drawLine(QLineF(map.left(), cell.top(), map.right(), cell.top()));
        painter->drawLine(QLineF(map.left(), cell.bottom(), map.right(), cell.bottom()));
        painter->drawLine(QLineF(cell.left(), map.top(), cell.left(), map.bottom()));
        painter->drawLine(QLineF(cell.right(), map.top(), cell.right(), map.bottom()));
        if (!(m_hovered == m_pinned)) {
            ring(m_hovered, Qt::black, 2);
            ring(m_hovered, Qt::white, 1);
        }
    }
    if (isInside(m_pinned)) {
        // Black under white stands out on every colour of every map.
        ring(m_pinned, Qt::black, 4);
        ring(m_pinned, Qt::white, 1.5);
    }
}

} // namespace widgets
