#include "widgets/views/mixture/gate_map.h"

#include "widgets/plot/masked_cells.h"
#include "widgets/plot/number_format.h"

#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr core::Index maxCells = 40'000; // beyond that cells are smaller than their frames
constexpr double minCell = 4;           // px; smaller ones have colours alone
constexpr double cellWithGap = 8;
constexpr double widestNode = 56, highestNode = 28;

} // namespace

void GateMap::setLit(Grid gates, Grid dropped, Ground ground)
{
    m_gates = std::move(gates);
    m_dropped = std::move(dropped);
    m_ground = ground;
    setNumbers(ground == Ground::Numbers);
    if (ground == Ground::Numbers)
        return;
    std::vector<float> unlit;
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column)
            unlit.push_back(isLit({row, column}) ? 1.F : -std::numeric_limits<float>::infinity());
    setMask(gridOf(std::move(unlit), rows(), columns())); // a gate that is not one has no colour, however small its cell
    setCellMasks(*this, {}); // but a number
}

bool GateMap::isLit(Cell cell) const
{
    return cell.row < m_gates.rows && cell.column < m_gates.columns && m_gates.at(cell.row, cell.column) != 0;
}

bool GateMap::isDropped(Cell cell) const
{
    return cell.row < m_dropped.rows && cell.column < m_dropped.columns && m_dropped.at(cell.row, cell.column) != 0;
}

void GateMap::draw(QCPPainter* painter)
{
    HeatmapPlottable::draw(painter);
    if (grid().isEmpty() || m_gates.isEmpty())
        return;
    if (!areTiny()) {
        painter->save();
        drawLinks(painter);
        drawLit(painter);
        painter->restore();
    }
    painter->setAntialiasing(true);
    drawMarks(painter);
}

bool GateMap::areTiny() const
{
    const QRectF first = cellRect({0, 0});
    return grid().size() > maxCells || std::min(first.width(), first.height()) < minCell;
}

void GateMap::fillEmpty(QCPPainter* painter, const QRectF& place) const
{
    const Theme& theme = themeOf(style());
    const QRectF first = cellRect({0, 0});
    const bool hasGap = std::min(first.width(), first.height()) >= cellWithGap;
    if (hasGap)
        painter->fillRect(place, theme.surface);
    painter->fillRect(hasGap ? place.adjusted(0.5, 0.5, -0.5, -0.5) : place, theme.surfaceAlt);
}

/// Cells that are not lit stay empty; only a chosen one without a number is hatched.
void GateMap::drawMasked(
    QCPPainter* painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y) const
{
    if (m_ground == Ground::Numbers || m_gates.isEmpty())
        return HeatmapPlottable::drawMasked(painter, raster, x, y);
    CellRaster broken = raster;
    broken.hasMasked = false;
    painter->save();
    painter->setAntialiasing(false);
    for (int row = 0; row < raster.rows; ++row)
        for (int column = 0; column < raster.columns; ++column) {
            const auto at = std::size_t(row) * std::size_t(raster.columns) + std::size_t(column);
            if (raster.index[at] != CellRaster::masked)
                continue;
            if (!raster.isReduced() && isLit({raster.range.firstRow + row, raster.range.firstColumn + column})) {
                broken.hasMasked = true;
                continue;
            }
            broken.index[at] = 0;
            fillEmpty(painter,
                QRectF(QPointF(x[std::size_t(column)], y[std::size_t(row)]),
                    QPointF(x[std::size_t(column) + 1], y[std::size_t(row) + 1]))
                    .normalized());
        }
    painter->restore();
    HeatmapPlottable::drawMasked(painter, broken, x, y);
}

void GateMap::drawLit(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    const QFont font = figureFont(style(), style().tickPoints * 0.9, QFont::DemiBold);
    const QFontMetricsF metrics(font, mParentPlot);
    const QRectF first = cellRect({0, 0});
    const double height = m_links.empty() ? first.height() : nodeRect({0, 0}).height();
    const bool hasNumbers = m_ground == Ground::Empty && height >= metrics.height() * 0.9
        && first.width() >= metrics.horizontalAdvance(QStringLiteral("0.00")) + 4;
    painter->setFont(font);
    painter->setBrush(Qt::NoBrush);
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column) {
            const Cell cell{row, column};
            const QRectF rect = cellRect(cell);
            painter->setAntialiasing(true);
            if (isDropped(cell)) { // chosen, but the expert was full
                painter->setPen(QPen(theme.warning, 1.2));
                const double arm = std::min({rect.width(), rect.height(), 14.0}) * 0.3;
                const QPointF middle = rect.center();
                painter->drawLine(QLineF(middle - QPointF(arm, arm), middle + QPointF(arm, arm)));
                painter->drawLine(QLineF(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm)));
            }
            if (!isLit(cell))
                continue;
            if (m_ground == Ground::Numbers) {
                painter->setPen(QPen(Qt::black, 3));
                painter->drawRect(rect.adjusted(1.5, 1.5, -1.5, -1.5));
                painter->setPen(QPen(Qt::white, 1.5));
                painter->drawRect(rect.adjusted(1.5, 1.5, -1.5, -1.5));
                continue;
            }
            const double gate = double(grid().at(row, column));
            if (hasNumbers && std::isfinite(gate)) {
                painter->setPen(textColorOn(scale().color(gate)));
                painter->drawText(rect, Qt::AlignCenter, formatFixed(gate, 2));
            }
        }
}

void GateMap::drawLinks(QCPPainter* painter) const
{
    if (m_links.empty())
        return;
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(false);
    for (int row = 0; row < rows(); ++row) // what lines join is drawn as nodes
        for (int column = 0; column < columns(); ++column)
            if (isLit({row, column}))
                fillEmpty(painter, cellRect({row, column}));
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    for (const bool main : {false, true}) // the main route on top
        for (const Link& link : m_links) {
            if (link.isMain != main)
                continue;
            QColor color = main ? theme.accent : theme.borderStrong;
            color.setAlphaF(main ? 0.9F : 0.45F);
            painter->setPen(QPen(color, link.width, Qt::SolidLine, Qt::RoundCap));
            const QRectF a = cellRect(link.from), b = cellRect(link.to);
            QPainterPath path(QPointF(a.center().x(), a.center().y()));
            const double bend = (b.center().y() - a.center().y()) * 0.5;
            path.cubicTo(a.center() + QPointF(0, bend), b.center() - QPointF(0, bend), b.center());
            painter->drawPath(path);
        }
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column)
            if (isLit({row, column}) && std::isfinite(grid().at(row, column))) {
                painter->setPen(QPen(theme.surface, 1.5));
                painter->setBrush(QColor(scale().color(double(grid().at(row, column)))));
                painter->drawRoundedRect(nodeRect({row, column}), 4, 4);
                painter->setBrush(Qt::NoBrush);
            }
}

QRectF GateMap::nodeRect(Cell cell) const
{
    const QRectF place = cellRect(cell);
    const double type = style().tickPoints * style().dpiFactor / 9;
    QRectF node(
        QPointF(), QSizeF(std::min(place.width() - 4, widestNode * type), std::min(place.height() * 0.6, highestNode * type)));
    node.moveCenter(place.center());
    return node;
}

} // namespace widgets
