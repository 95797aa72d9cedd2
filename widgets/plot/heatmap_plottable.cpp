#include "widgets/plot/heatmap_plottable.h"

#include "widgets/plot/number_format.h"

#include <cmath>

namespace widgets {

namespace {

constexpr int vectorCells = 65'536;   // more than that leave as one lossless image
constexpr int vectorSide = 8192;      // entries of an image in a file, each way
constexpr double gapFromCell = 14;    // px; smaller cells touch each other
constexpr double numberWidth = 34, numberHeight = 16;
constexpr double wordWidth = 28, wordHeight = 13; // "NaN"

/// First and last cell of an axis range; empty when last < first.
std::pair<int, int> visibleCells(const QCPRange& range, int count)
{
    const double first = std::clamp(std::floor(range.lower + 0.5), 0.0, double(count));
    const double last = std::clamp(std::ceil(range.upper - 0.5), -1.0, double(count - 1));
    return {int(first), int(last)};
}

} // namespace

void HeatmapPlottable::setData(Grid grid, ColorScale scale)
{
    m_grid = std::move(grid);
    m_scale = scale;
    m_rasterIsStale = true;
    setSize(int(m_grid.rows), int(m_grid.columns));
}

void HeatmapPlottable::setMask(Grid mask)
{
    m_mask = std::move(mask);
    m_rasterIsStale = true;
}

void HeatmapPlottable::setNumbers(bool on) { m_numbers = on; }

void HeatmapPlottable::draw(QCPPainter* painter)
{
    if (m_grid.isEmpty() || !mKeyAxis || !mValueAxis)
        return;
    const auto [left, right] = visibleCells(mKeyAxis->range(), columns());
    const auto [top, bottom] = visibleCells(mValueAxis->range(), rows());
    if (right < left || bottom < top)
        return;
    const CellRange range{top, left, bottom - top + 1, right - left + 1};
    const std::vector<double> cellX = edges(mKeyAxis, left, right);
    const std::vector<double> cellY = edges(mValueAxis, top, bottom);

    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const double ratio = isVector ? 1 : painter->device()->devicePixelRatioF();
    const auto most = [&](const std::vector<double>& e) {
        return isVector ? vectorSide : std::max(1, int(std::ceil(std::abs(e.back() - e.front()) * ratio)));
    };
    const int maxRows = most(cellY);
    const int maxColumns = most(cellX);
    if (m_rasterIsStale || !(m_raster.range == range) || m_raster.rows != std::min(maxRows, range.rows)
        || m_raster.columns != std::min(maxColumns, range.columns)) {
        m_raster = rasterOf(m_grid, m_mask, m_scale, range, {maxColumns, maxRows}, BlockValue::Mean);
        m_rasterIsStale = false;
    }
    m_averaged = m_raster.isAveraged();

    const std::vector<double> x = rasterEdges(cellX, m_raster.columns);
    const std::vector<double> y = rasterEdges(cellY, m_raster.rows);
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    const double cellWidth = std::abs(x[1] - x[0]);
    const double cellHeight = std::abs(y[1] - y[0]);
    // Edges lie on whole pixels: the mean decides, so that panels beside each other look alike.
    const double meanWidth = std::abs(x.back() - x.front()) / m_raster.columns;
    const double meanHeight = std::abs(y.back() - y.front()) / m_raster.rows;
    const bool hasGap = !m_averaged && meanWidth >= gapFromCell && meanHeight >= gapFromCell;

    painter->save();
    const bool isWhole = range.rows == rows() && range.columns == columns();
    if (!isWhole) // zoomed: cells at the border are cut
        painter->setClipRect(mKeyAxis->axisRect()->rect(), Qt::IntersectClip);
    painter->setAntialiasing(false);
    if (hasGap || (isVector && m_raster.index.size() <= std::size_t(vectorCells))) {
        drawAsRectangles(*painter, m_raster, table, x, y, hasGap ? 1 : 0);
    } else {
        painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter->drawImage(QRectF(QPointF(x.front(), y.front()), QPointF(x.back(), y.back())), imageOf(m_raster, table));
    }
    painter->setAntialiasing(true);
    drawMasked(painter, m_raster, x, y);
    if (!m_averaged && cellWidth >= wordWidth && cellHeight >= wordHeight)
        drawNumbers(painter, m_raster);
    painter->restore();

    painter->setAntialiasing(true);
    drawMarks(painter);
}

void HeatmapPlottable::drawMasked(
    QCPPainter* painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y) const
{
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    drawHatch(*painter, raster, x, y, QPen(themeOf(style()).hatch, isVector ? 0.75 : 1));
}

/// As many decimals as the widest number has room for, the same in every cell. Where the room is for fewer digits than tell
/// the cells apart, none stand (−1): weights would all read 0.0, and products of rounded numbers would look false.
int HeatmapPlottable::decimalsIn(const QRectF& cell, const QFontMetricsF& metrics) const
{
    if (!m_numbers || cell.width() < numberWidth || cell.height() < std::max(numberHeight, metrics.height() * 0.9))
        return -1;
    int decimals = std::min(3, decimalsFor(m_scale.low, m_scale.high));
    const auto fits = [&] {
        const QString widest = formatFixed(m_scale.low < 0 ? m_scale.low : m_scale.high, decimals);
        return metrics.horizontalAdvance(widest) <= cell.width() - 4;
    };
    while (decimals > 0 && !fits())
        --decimals;
    const double range = m_scale.high - m_scale.low;
    return (decimals == 0 && range < 100) || (decimals == 1 && range <= 1) ? -1 : decimals;
}

void HeatmapPlottable::drawNumbers(QCPPainter* painter, const CellRaster& raster) const
{
    const QRectF first = cellRect({raster.range.firstRow, raster.range.firstColumn});
    QFont font;
    int decimals = -1;
    for (const double share : {0.9, 0.75}) { // smaller type is better than no numbers
        font = figureFont(style(), style().tickPoints * share);
        decimals = decimalsIn(first, QFontMetricsF(font, mParentPlot));
        if (decimals >= 0)
            break;
    }
    painter->setFont(font);
    const QFontMetricsF metrics(font, mParentPlot);

    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    for (int row = 0; row < raster.rows; ++row)
        for (int column = 0; column < raster.columns; ++column) {
            const Cell cell{raster.range.firstRow + row, raster.range.firstColumn + column};
            const float value = m_grid.at(cell.row, cell.column);
            const std::uint16_t index = raster.at(row, column);
            const QRectF rect = cellRect(cell);
            if (index != CellRaster::masked) {
                if (decimals < 0)
                    continue;
                const double number = double(value);
                painter->setPen(textColorOn(table[index]));
                painter->drawText(rect, Qt::AlignCenter,
                    number == 0 || std::abs(number) == 1 ? formatNumber(number) : formatFixed(number, decimals));
            } else if (std::isnan(value) || value == std::numeric_limits<float>::infinity()) {
                const QString word = formatNumber(double(value));
                QRectF ground(QPointF(), QSizeF(metrics.horizontalAdvance(word) + 4, metrics.height()));
                if (ground.width() > rect.width() + 2)
                    continue; // the hatch alone says it
                ground.moveCenter(rect.center());
                painter->fillRect(ground, themeOf(style()).surface);
                painter->setPen(themeOf(style()).text2);
                painter->drawText(rect, Qt::AlignCenter, word);
            }
        }
}

} // namespace widgets
