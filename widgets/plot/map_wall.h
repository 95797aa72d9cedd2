#pragma once

// MapWall: many small heat maps in rows and columns, for instance every head of every layer, drawn in one go.
// A tile is a cell of the wall: clicking one gives (row, column) = (layer, head). Where several cells fall on one pixel the
// largest of them is drawn.

#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/cell_raster.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"

#include <optional>
#include <vector>

namespace widgets {

class MapWall : public CellPlottable
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// tiles row by row; an empty grid leaves its place empty. One scale for all. `masks` as in HeatmapPlottable::setMask:
    /// empty, or one a tile.
    void setTiles(int rows, int columns, std::vector<Grid> tiles, ColorScale scale, std::vector<Grid> masks = {});

    /// A short name in the upper right corner of each tile, where causal maps are empty; left out where it would not fit.
    void setLabels(QStringList labels);
    const QStringList& labels() const { return m_labels; }

    /// The numbers of a tile; empty outside and where there is none.
    Grid tile(int row, int column) const;
    const std::vector<Grid>& tiles() const { return m_tiles; } // row by row
    const std::vector<Grid>& masks() const { return m_masks; } // one a tile; empty ones where it has none
    const ColorScale& scale() const { return m_scale; }

    /// Of more than one map each way.
    bool canZoom(Qt::Orientation along) const override;
    double fewestCells() const override { return 1; }

protected:
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override; // no map of another part

private:
    const CellRaster& rasterAt(std::size_t tile, QSize size);
    void drawTile(QCPPainter* painter, const QRectF& place, const CellRaster& raster, bool isOfRectangles) const;
    void drawLabel(QCPPainter* painter, const QRectF& place, const QString& label) const;

    QStringList m_labels;
    std::vector<Grid> m_tiles;
    std::vector<Grid> m_masks;
    ColorScale m_scale;
    std::vector<std::optional<CellRaster>> m_rasters; // of the tiles that were in sight
    QSize m_rasterSize;                               // of a tile, device pixels
};

} // namespace widgets
