#include "widgets/plot/map_wall.h"

#include "widgets/plot/masked_cells.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr std::size_t vectorCells = 65'536; // of all tiles together
constexpr int vectorSide = 1024;            // entries of a tile in a file, each way
constexpr double hatchFrom = 56;            // px; in smaller tiles masked cells stay empty inside the outline

} // namespace

void MapWall::setTiles(int rows, int columns, std::vector<Grid> tiles, ColorScale scale, std::vector<Grid> masks)
{
    m_tiles = std::move(tiles);
    m_tiles.resize(std::size_t(std::max(rows, 0)) * std::size_t(std::max(columns, 0)));
    m_masks = std::move(masks);
    m_masks.resize(m_tiles.size());
    m_scale = scale;
    m_rasters.clear();
    setSize(std::max(rows, 0), std::max(columns, 0));
    keepMasks();
}

void MapWall::setNames(TileNames names)
{
    m_names = std::move(names);
    keepMasks();
}

/// In the order of the numbers.
void MapWall::keepMasks()
{
    std::vector<Grid> masks;
    for (const std::size_t tile : tableOrder())
        masks.push_back(m_masks[tile]);
    setCellMasks(*this, masks.empty() ? m_masks : std::move(masks));
}

std::vector<std::size_t> MapWall::tableOrder() const
{
    std::vector<std::size_t> order;
    if (m_names.axes.isEmpty()) {
        for (std::size_t i = 0; i < m_tiles.size(); ++i)
            order.push_back(i);
    } else {
        std::size_t count = 1;
        for (std::size_t axis = 0; axis + 2 < m_names.labels.size(); ++axis)
            count *= std::size_t(m_names.labels[axis].size());
        order.assign(count, m_tiles.size());
        for (std::size_t i = 0; i < std::min(m_tiles.size(), m_names.places.size()); ++i)
            if (const int place = m_names.places[i]; place >= 0 && std::size_t(place) < count)
                order[std::size_t(place)] = i;
    }
    const bool isWhole = std::ranges::all_of(order, [&](std::size_t i) {
        if (i >= m_tiles.size() || order.front() >= m_tiles.size() || m_tiles[i].isEmpty())
            return false;
        const Grid& first = m_tiles[order.front()];
        return m_tiles[i].rows == first.rows && m_tiles[i].columns == first.columns;
    });
    return isWhole ? order : std::vector<std::size_t>();
}

void MapWall::setLabels(QStringList labels) { m_labels = std::move(labels); }

Grid MapWall::tile(int row, int column) const
{
    const bool isInside = row >= 0 && row < rows() && column >= 0 && column < columns();
    return isInside ? m_tiles[std::size_t(row) * std::size_t(columns()) + std::size_t(column)] : Grid();
}

void MapWall::drawLabel(QCPPainter* painter, const QRectF& place, const QString& label) const
{
    const QFont font = figureFont(style(), style().tickPoints * 0.9);
    const QFontMetricsF metrics(font, mParentPlot);
    const QSizeF size(metrics.horizontalAdvance(label) + 4, metrics.height() * 0.95);
    if (label.isEmpty() || size.width() > place.width() || size.height() > place.height() * 0.6)
        return;
    const QRectF ground(QPointF(place.right() - size.width(), place.top()), size);
    QColor surface = themeOf(style()).surface;
    surface.setAlphaF(0.85F);
    painter->fillRect(ground, surface);
    painter->setFont(font);
    painter->setPen(themeOf(style()).text);
    painter->drawText(ground, Qt::AlignCenter, label);
}

bool MapWall::canZoom(Qt::Orientation along) const
{
    return !m_tiles.empty() && (along == Qt::Horizontal ? columns() : rows()) > 1;
}

QRect MapWall::clipRect() const
{
    return mKeyAxis && mKeyAxis->range().size() < columns() ? QCPAbstractPlottable::clipRect() : CellPlottable::clipRect();
}

const CellRaster& MapWall::rasterAt(std::size_t tile, QSize size)
{
    if (m_rasters.size() != m_tiles.size() || m_rasterSize != size) {
        m_rasters.assign(m_tiles.size(), std::nullopt);
        m_rasterSize = size;
    }
    if (!m_rasters[tile]) {
        const Grid& grid = m_tiles[tile];
        m_rasters[tile]
            = rasterOf({grid, m_masks[tile], m_scale}, {0, 0, int(grid.rows), int(grid.columns)}, size, BlockValue::Largest);
    }
    return *m_rasters[tile];
}

void MapWall::drawTile(QCPPainter* painter, const QRectF& place, const CellRaster& raster, bool isOfRectangles) const
{
    const Theme& theme = themeOf(style());
    const double outline = painter->modes().testFlag(QCPPainter::pmVectorized) ? 0.5 : 1;
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    const auto edgesBetween = [](double from, double to, int count) {
        std::vector<double> result;
        for (int i = 0; i <= count; ++i)
            result.push_back(from + (to - from) * i / count);
        return result;
    };
    painter->setAntialiasing(false);
    if (raster.index.empty()) { // there is no such map: an outline only
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.border, outline, Qt::DashLine));
        painter->drawRect(place);
        return;
    }
    if (isOfRectangles) {
        drawAsRectangles(*painter, raster, table,
            {edgesBetween(place.left(), place.right(), raster.columns), edgesBetween(place.top(), place.bottom(), raster.rows)}, 0);
    } else {
        painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter->drawImage(place, imageOf(raster, table));
    }
    if (!raster.hasMasked)
        return;
    if (std::min(place.width(), place.height()) >= hatchFrom)
        drawHatch(*painter, raster, edgesBetween(place.left(), place.right(), raster.columns),
            edgesBetween(place.top(), place.bottom(), raster.rows), QPen(theme.hatch, 0.75));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.border, outline));
    painter->drawRect(place);
}

void MapWall::draw(QCPPainter* painter)
{
    if (m_tiles.empty() || !mKeyAxis || !mValueAxis)
        return;
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const QRectF first = cellRect({0, 0}), room = QRectF(mKeyAxis->axisRect()->rect());
    const double margin = std::clamp(0.05 * std::min(first.width(), first.height()), 1.0, 6.0);
    const QSizeF tile(first.width() - 2 * margin, first.height() - 2 * margin);
    if (tile.width() < 1 || tile.height() < 1)
        return;
    const double ratio = isVector ? 1 : painter->device()->devicePixelRatioF();
    const QSize size = isVector ? QSize(vectorSide, vectorSide) : (tile * ratio).toSize().expandedTo({1, 1});
    std::vector<std::size_t> inSight;
    for (std::size_t i = 0; i < m_tiles.size(); ++i)
        if (cellRect({int(i) / columns(), int(i) % columns()}).intersects(room))
            inSight.push_back(i);
    std::size_t cells = 0;
    for (const std::size_t i : inSight)
        cells += rasterAt(i, size).index.size();
    const auto placeOf = [&](std::size_t i) {
        return cellRect({int(i) / columns(), int(i) % columns()}).adjusted(margin, margin, -margin, -margin);
    };
    for (const std::size_t i : inSight)
        drawTile(painter, placeOf(i), rasterAt(i, size), isVector && cells <= vectorCells);
    painter->setAntialiasing(true);
    for (const std::size_t i : inSight)
        if (i < std::size_t(m_labels.size()) && !rasterAt(i, size).index.empty())
            drawLabel(painter, placeOf(i), m_labels.at(qsizetype(i)));
    drawMarks(painter);
}

} // namespace widgets
