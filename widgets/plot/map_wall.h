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

/// What the maps of a wall are in a table, wherever they stand on the page.
struct TileNames
{
    QStringList axes;                // ids: those that tell the maps apart, and the rows and the columns of each: "query", "key"
    std::vector<QStringList> labels; // of each axis; of the last two also none
    std::vector<int> places = {};    // one a tile: where it is among the maps in the order of their axes; −1: there is no such map
};

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

    /// Without them a table tells the maps apart by where they stand.
    void setNames(TileNames names);
    const TileNames& names() const { return m_names; }

    /// The tile at each place of a table; empty: a map is missing there, or is of another shape than the others.
    std::vector<std::size_t> tableOrder() const;

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
    void keepMasks();

    QStringList m_labels;
    TileNames m_names;
    std::vector<Grid> m_tiles;
    std::vector<Grid> m_masks;
    ColorScale m_scale;
    std::vector<std::optional<CellRaster>> m_rasters; // of the tiles that were in sight
    QSize m_rasterSize;                               // of a tile, device pixels
};

} // namespace widgets
