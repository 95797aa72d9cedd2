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
    setCellMasks(*this, m_masks);
    m_scale = scale;
    m_rasters.clear();
    setSize(std::max(rows, 0), std::max(columns, 0));
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

void MapWall::draw(QCPPainter* painter)
{
    if (m_tiles.empty() || !mKeyAxis || !mValueAxis)
        return;
    const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const QRectF first = cellRect({0, 0});
    const double margin = std::clamp(0.05 * std::min(first.width(), first.height()), 1.0, 6.0);
    const QSizeF tile(first.width() - 2 * margin, first.height() - 2 * margin);
    if (tile.width() < 1 || tile.height() < 1)
        return;
    const double ratio = isVector ? 1 : painter->device()->devicePixelRatioF();
    const QSize size = isVector ? QSize(vectorSide, vectorSide) : (tile * ratio).toSize().expandedTo({1, 1});
    if (m_rasters.size() != m_tiles.size() || m_rasterSize != size) {
        m_rasters.clear();
        for (std::size_t i = 0; i < m_tiles.size(); ++i) {
            const Grid& grid = m_tiles[i];
            m_rasters.push_back(
                rasterOf({grid, m_masks[i], m_scale}, {0, 0, int(grid.rows), int(grid.columns)}, size, BlockValue::Largest));
        }
        m_rasterSize = size;
    }
    std::size_t cells = 0;
    for (const CellRaster& raster : m_rasters)
        cells += raster.index.size();

    const Theme& theme = themeOf(style());
    const std::span<const QRgb> table = colorTable(m_scale.choice.map);
    const auto edgesBetween = [](double from, double to, int count) {
        std::vector<double> result;
        for (int i = 0; i <= count; ++i)
            result.push_back(from + (to - from) * i / count);
        return result;
    };
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column) {
            const CellRaster& raster = m_rasters[std::size_t(row) * std::size_t(columns()) + std::size_t(column)];
            const QRectF place = cellRect({row, column}).adjusted(margin, margin, -margin, -margin);
            if (raster.index.empty()) { // there is no such map: an outline only
                painter->setAntialiasing(false);
                painter->setBrush(Qt::NoBrush);
                painter->setPen(QPen(theme.border, isVector ? 0.5 : 1, Qt::DashLine));
                painter->drawRect(place);
                continue;
            }
            painter->setAntialiasing(false);
            if (isVector && cells <= vectorCells) {
                drawAsRectangles(*painter, raster, table,
                    {edgesBetween(place.left(), place.right(), raster.columns),
                        edgesBetween(place.top(), place.bottom(), raster.rows)},
                    0);
            } else {
                painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
                painter->drawImage(place, imageOf(raster, table));
            }
            if (raster.hasMasked) {
                if (std::min(place.width(), place.height()) >= hatchFrom)
                    drawHatch(*painter, raster, edgesBetween(place.left(), place.right(), raster.columns),
                        edgesBetween(place.top(), place.bottom(), raster.rows), QPen(theme.hatch, 0.75));
                painter->setBrush(Qt::NoBrush);
                painter->setPen(QPen(theme.border, isVector ? 0.5 : 1));
                painter->drawRect(place);
            }
        }
    painter->setAntialiasing(true);
    for (int i = 0; i < m_labels.size() && i < rows() * columns(); ++i)
        if (!m_rasters[std::size_t(i)].index.empty())
            drawLabel(
                painter, cellRect({i / columns(), i % columns()}).adjusted(margin, margin, -margin, -margin), m_labels.at(i));
    drawMarks(painter);
}

} // namespace widgets
