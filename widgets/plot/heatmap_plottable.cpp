#include "widgets/plot/heatmap_plottable.h"

#include "widgets/plot/cell_text.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/masked_cells.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int vectorCells = 65'536;   // more than that leave as one lossless image
constexpr int vectorSide = 8192;      // entries of an image in a file, each way
constexpr double gapFromCell = 14;    // px; smaller cells touch each other
constexpr double numberWidth = 34, numberHeight = 16;
constexpr double wordWidth = 28, wordHeight = 13; // "NaN"
constexpr double printRatio = 3;      // entries of a map in a file for each px of the page: 288 dpi
constexpr int cellsToZoom = 64;       // along an axis
constexpr double overviewShare = 0.24; // of the map
constexpr double frame = 3;            // px around the small map of the whole
constexpr double maxCovered = 0.25;    // of the map, by the note on its blocks

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
    setCellMasks(*this, {m_mask});
    m_rasterIsStale = true;
}

void HeatmapPlottable::setBlocks(BlockValue value)
{
    m_blocks = value;
    m_rasterIsStale = true;
}

void HeatmapPlottable::setNumbers(bool on) { m_numbers = on; }

bool HeatmapPlottable::canZoom(Qt::Orientation along) const
{
    const bool isAcross = along == Qt::Horizontal;
    const int cells = isAcross ? columns() : rows();
    if (!mKeyAxis || m_grid.isEmpty())
        return false;
    const QCPAxisRect* const rect = mKeyAxis->axisRect();
    return cells >= cellsToZoom || cells > (isAcross ? rect->width() : rect->height());
}

QRectF HeatmapPlottable::overviewRect() const
{
    const CellRange shown = shownCells();
    if (!mKeyAxis || m_grid.isEmpty() || (shown.rows == rows() && shown.columns == columns()))
        return {};
    const QRectF map = mKeyAxis->axisRect()->rect();
    const double most = std::clamp(overviewShare * std::min(map.width(), map.height()), 24.0, 120.0);
    const double scale = most / std::max(rows(), columns());
    constexpr double thinnest = 6;
    const QSizeF size(std::max(thinnest, scale * columns()), std::max(thinnest, scale * rows()));
    return {QPointF(map.right() - size.width() - space::s, map.top() + space::s), size};
}

Cell HeatmapPlottable::cellAt(const QPointF& pixel) const
{
    const QRectF overview = overviewRect();
    const bool isCovered = !overview.isEmpty() && overview.adjusted(-frame, -frame, frame, frame).contains(pixel);
    return isCovered ? Cell() : CellPlottable::cellAt(pixel);
}

QRect HeatmapPlottable::clipRect() const
{
    const QRect cells = CellPlottable::clipRect();
    const QCPAxisRect* const rect = mKeyAxis ? mKeyAxis->axisRect() : nullptr;
    if (!rect || (rows() <= rect->height() && columns() <= rect->width())) // never reduced: there is no line
        return cells;
    const QRect outer = rect->outerRect();
    return cells.united(QRect(cells.left(), outer.top(), outer.right() - cells.left(), cells.top() - outer.top()));
}

CellRange HeatmapPlottable::shownCells() const
{
    if (!mKeyAxis || !mValueAxis)
        return {};
    const auto [left, right] = visibleCells(mKeyAxis->range(), columns());
    const auto [top, bottom] = visibleCells(mValueAxis->range(), rows());
    return {top, left, bottom - top + 1, right - left + 1};
}

/// As many entries as the device has pixels for; a file is looked at closer than its page says.
void HeatmapPlottable::updateRaster(const CellRange& range, const QCPPainter& painter)
{
    const bool isVector = painter.modes().testFlag(QCPPainter::pmVectorized), isMean = style().blocks == MapBlocks::Mean;
    const double ratio = isVector ? printRatio : isMean ? painter.device()->devicePixelRatioF() : painter.deviceTransform().m11();
    const auto most = [&](const QCPAxis* axis, int first, int count) {
        const double length = std::abs(axis->coordToPixel(first + count - 0.5) - axis->coordToPixel(first - 0.5));
        return isVector && style().blocks != MapBlocks::Largest ? vectorSide : std::max(1, int(std::ceil(length * ratio)));
    };
    const QSize entries(most(mKeyAxis, range.firstColumn, range.columns), most(mValueAxis, range.firstRow, range.rows));
    if (!m_rasterIsStale && m_rasterRange == range && m_rasterMost == entries)
        return;
    m_raster = isMean ? rasterOf({m_grid, m_mask, m_scale}, range, entries, BlockValue::Mean)
                      : blocksOf({m_grid, m_mask, m_scale}, range, entries, m_blocks);
    if (m_rasterIsStale)
        m_overview = {};
    m_rasterRange = range;
    m_rasterMost = entries;
    m_rasterIsStale = false;
}

void HeatmapPlottable::draw(QCPPainter* painter)
{
    if (m_grid.isEmpty() || !mKeyAxis || !mValueAxis)
        return;
    const CellRange shown = shownCells();
    if (shown.rows <= 0 || shown.columns <= 0)
        return;
    updateRaster(shown, *painter);
    const CellRange& range = m_raster.range;
    const auto edgesOf = [&](const QCPAxis* axis, int first, int cells, int entries, int block) {
        return rasterEdges(edges(axis, first, first + cells - 1), entries, style().blocks == MapBlocks::Mean ? 0 : block);
    };
    const std::vector<double> x = edgesOf(mKeyAxis, range.firstColumn, range.columns, m_raster.columns, m_raster.block.width());
    const std::vector<double> y = edgesOf(mValueAxis, range.firstRow, range.rows, m_raster.rows, m_raster.block.height());

    painter->save();
    const bool isWhole = shown.rows == rows() && shown.columns == columns();
    if (!isWhole) // zoomed: cells at the border are cut
        painter->setClipRect(mKeyAxis->axisRect()->rect(), Qt::IntersectClip);
    drawCells(painter, x, y);
    painter->setAntialiasing(true);
    drawMasked(painter, m_raster, x, y);
    if (!isReduced() && std::abs(x[1] - x[0]) >= wordWidth && std::abs(y[1] - y[0]) >= wordHeight)
        drawNumbers(painter, m_raster);
    painter->restore();

    painter->save();
    painter->setAntialiasing(true);
    if (!isWhole)
        painter->setClipRect(CellPlottable::clipRect(), Qt::IntersectClip);
    drawMarks(painter);
    painter->restore();
    if (isReduced() && style().blocks != MapBlocks::Mean)
        drawBlockNote(painter);
    if (!isWhole && !painter->modes().testFlag(QCPPainter::pmVectorized))
        drawOverview(painter);
}

void HeatmapPlottable::drawCells(QCPPainter* painter, const std::vector<double>& x, const std::vector<double>& y)
{
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    // Edges are on whole pixels: the mean decides, so that panels beside each other look alike.
    const double meanWidth = std::abs(x.back() - x.front()) / m_raster.columns;
    const double meanHeight = std::abs(y.back() - y.front()) / m_raster.rows;
    const bool hasGap = !isReduced() && meanWidth >= gapFromCell && meanHeight >= gapFromCell;
    painter->setAntialiasing(false);
    if (hasGap || (isVector && m_raster.index.size() <= std::size_t(vectorCells)))
        return drawAsRectangles(*painter, m_raster, table, {x, y}, hasGap ? 1 : 0);
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    QPointF end(x.back(), y.back());
    const QRectF cells(QPointF(x.front(), y.front()), end);
    // The last blocks may have fewer cells than the others; in the image they are as large.
    const auto whole = [](const QCPAxis* axis, int first, int entries, int block) {
        return axis->coordToPixel(first + entries * block - 0.5);
    };
    if (m_raster.block.width() > 1)
        end.setX(whole(mKeyAxis, m_raster.range.firstColumn, m_raster.columns, m_raster.block.width()));
    if (m_raster.block.height() > 1)
        end.setY(whole(mValueAxis, m_raster.range.firstRow, m_raster.rows, m_raster.block.height()));
    if (const QRectF place(cells.topLeft(), end); place == cells) {
        painter->drawImage(cells, imageOf(m_raster, table));
    } else {
        painter->save();
        painter->setClipRect(cells, Qt::IntersectClip);
        painter->drawImage(place, imageOf(m_raster, table));
        painter->restore();
    }
}

/// Whether there are no numbers in the upper right part of this size, px: above the diagonal of a causal pattern.
bool HeatmapPlottable::hasFreeCorner(const QSizeF& size) const
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    const int first = int(std::floor(m_raster.columns * (1 - size.width() / rect.width())));
    const int last = int(std::ceil(m_raster.rows * size.height() / rect.height()));
    if (first < 0 || last > m_raster.rows)
        return false;
    for (int row = 0; row < last; ++row)
        for (int column = first; column < m_raster.columns; ++column)
            if (m_raster.index[std::size_t(row) * std::size_t(m_raster.columns) + std::size_t(column)] != CellRaster::masked)
                return false;
    return true;
}

/// Above the map where there is room, else in a corner: where no numbers are, or on the upper left.
void HeatmapPlottable::drawBlockNote(QCPPainter* painter) const
{
    const QCPAxisRect* const rect = mKeyAxis->axisRect();
    const QFont font = tickFont(style());
    const QFontMetricsF metrics(font, mParentPlot);
    const QString size = QStringLiteral("%1 × %2").arg(m_raster.block.height()).arg(m_raster.block.width());
    const bool isAbove = rect->top() - rect->outerRect().top() >= metrics.height();
    const double room = rect->right() - rect->left(); // the words of a colour bar are beside it
    QStringList wordings = m_blocks == BlockValue::Mean
        ? QStringList{tr("Each cell shows the mean of %1 numbers.").arg(size), tr("mean of %1 numbers").arg(size), size}
        : QStringList{tr("Each cell shows the largest magnitude of %1 numbers.").arg(size),
              tr("largest magnitude of %1 numbers").arg(size), tr("largest of %1 numbers").arg(size), size};
    if (mParentPlot->isVisible()) // on screen, where there is a wheel
        wordings.prepend(wordings.front() + QLatin1Char(' ') + zoomHandling());
    const auto fits = [&](const QString& text) {
        const double width = metrics.horizontalAdvance(text);
        const QSizeF words(width + 2 * space::xs, metrics.height());
        const auto covered = words.width() * words.height() / std::max(1.0, room * (rect->bottom() - rect->top()));
        return width <= room - 2 * space::xs && (isAbove || covered <= maxCovered || hasFreeCorner(words));
    };
    const auto found = std::find_if(wordings.begin(), wordings.end(), fits);
    if (found == wordings.end())
        return; // the map is too small for any
    const QString& text = *found;
    const QSizeF words(metrics.horizontalAdvance(text) + (isAbove ? 0 : 2 * space::xs), metrics.height());
    const double gap = std::min<double>(space::xs, rect->top() - rect->outerRect().top() - words.height());
    const double left = !isAbove && hasFreeCorner(words) ? rect->right() + 1 - words.width() : rect->left();
    const QRectF place(QPointF(left, isAbove ? rect->top() - words.height() - gap : rect->top()), words);
    if (!isAbove)
        painter->fillRect(place, themeOf(style()).surface);
    painter->setFont(font);
    painter->setPen(themeOf(style()).text2);
    painter->drawText(place, Qt::AlignCenter | Qt::TextDontClip, text);
}

/// The whole, small, with a frame around what is shown.
void HeatmapPlottable::drawOverview(QCPPainter* painter)
{
    const QRectF place = overviewRect();
    const double ratio = painter->device()->devicePixelRatioF();
    const QSize most = (place.size() * ratio).toSize().expandedTo({1, 1});
    if (m_overview.index.empty() || m_overview.rows > most.height() || m_overview.columns > most.width())
        m_overview = rasterOf({m_grid, m_mask, m_scale}, {0, 0, rows(), columns()}, most, m_blocks);
    const Theme& theme = themeOf(style());
    const auto along = [](double from, double length, double part, int all) { return from + length * (part + 0.5) / all; };
    const QCPRange across = mKeyAxis->range(), down = mValueAxis->range();
    const QRectF part(QPointF(along(place.left(), place.width(), across.lower, columns()),
                          along(place.top(), place.height(), down.lower, rows())),
        QPointF(
            along(place.left(), place.width(), across.upper, columns()), along(place.top(), place.height(), down.upper, rows())));
    painter->save();
    painter->setAntialiasing(false);
    painter->fillRect(place.adjusted(-frame, -frame, frame, frame), theme.surface);
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter->drawImage(place, imageOf(m_overview, colorTable(m_scale.choice.map)));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.borderStrong, 1));
    painter->drawRect(place.adjusted(-frame, -frame, frame - 1, frame - 1));
    painter->setPen(QPen(Qt::black, 3));
    painter->drawRect(part);
    painter->setPen(QPen(Qt::white, 1));
    painter->drawRect(part);
    painter->restore();
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
    const int wanted = std::min(3, decimalsFor(m_scale.low, m_scale.high));
    int decimals = wanted;
    const auto fits = [&] {
        QString widest = formatFixed(m_scale.low < 0 ? m_scale.low : m_scale.high, decimals);
        widest.replace(QLatin1Char('1'), QLatin1Char('0')); // the narrowest digit of most faces
        return metrics.horizontalAdvance(widest) <= cell.width() - 4;
    };
    while (decimals > 0 && !fits())
        --decimals;
    const double range = m_scale.high - m_scale.low;
    const bool isShort = decimals < wanted && range <= std::pow(10.0, 1 - decimals);
    return (decimals == 0 && range < 100) || (decimals == 1 && range <= 1) || isShort ? -1 : decimals;
}

/// Changes are of many magnitudes: each is drawn with so many digits of its own where all that are shown have room for that.
/// 0: they have not.
static int digitsOfChanges(const Grid& grid, const CellRaster& raster, double width, const QFontMetricsF& metrics)
{
    const auto fit = [&](int digits) {
        for (int row = 0; row < raster.rows; ++row)
            for (int column = 0; column < raster.columns; ++column) {
                const float value = grid.at(raster.range.firstRow + row, raster.range.firstColumn + column);
                if (raster.at(row, column) != CellRaster::masked
                    && metrics.horizontalAdvance(formatNumber(double(value), digits)) > width - 4)
                    return false;
            }
        return true;
    };
    return fit(3) ? 3 : fit(2) ? 2 : 0;
}

void HeatmapPlottable::drawNumbers(QCPPainter* painter, const CellRaster& raster) const
{
    const QRectF first = cellRect({raster.range.firstRow, raster.range.firstColumn});
    const bool isOfChanges = m_numbers && m_scale.choice.policy == ScalePolicy::SymmetricMax && first.width() >= numberWidth;
    QFont font;
    int decimals = -1, digits = 0;
    for (const double share : {0.9, 0.75}) { // smaller type is better than no numbers
        font = figureFont(style(), style().tickPoints * share);
        const QFontMetricsF room(font, mParentPlot);
        decimals = decimalsIn(first, room);
        digits = isOfChanges && first.height() >= std::max(numberHeight, 0.9 * room.height())
            ? digitsOfChanges(m_grid, raster, first.width(), room)
            : 0;
        if (decimals >= 0 || digits > 0)
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
                if (decimals < 0 && digits == 0)
                    continue;
                const double number = double(value);
                painter->setPen(textColorOn(table[index]));
                const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= rect.width() - 4; };
                painter->drawText(rect, Qt::AlignCenter,
                    digits > 0 ? formatNumber(number, digits) : cellText(number, decimals, fits));
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
