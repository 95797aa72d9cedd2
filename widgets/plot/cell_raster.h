#pragma once

// CellRaster: the cells of a grid as entries of a colour table, at most as many as the place has pixels; and the two ways to
// draw them: an image, or merged rectangles.

#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"

#include <QImage>
#include <QPen>
#include <QSize>

#include <cstdint>
#include <vector>

class QPainter;

namespace widgets {

/// A part of a grid: count rows and columns from the first ones.
struct CellRange
{
    int firstRow = 0;
    int firstColumn = 0;
    int rows = 0;
    int columns = 0;
    bool operator==(const CellRange&) const = default;
};

struct CellRaster
{
    static constexpr std::uint16_t masked = 0xffff;

    CellRange range;                  // the cells it shows
    int rows = 0;                     // of the raster
    int columns = 0;
    QSize block{1, 1};                // cells of an entry: columns × rows; the last of a grid may have fewer
    std::vector<std::uint16_t> index; // entry of the colour table or `masked`, row by row
    bool hasMasked = false;

    bool isReduced() const { return rows < range.rows || columns < range.columns; }
    std::uint16_t at(int row, int column) const { return index[std::size_t(row) * std::size_t(columns) + std::size_t(column)]; }
};

/// What stands for the cells of a block where there are more of them than pixels.
enum class BlockValue
{
    Mean,
    Largest // of the magnitudes, with its sign: a narrow line of large weights keeps its colour
};

/// What is drawn. `mask` may be empty.
struct RasterCells
{
    const Grid& grid;
    const Grid& mask;
    const ColorScale& scale;
};

/// At most maxRows × maxColumns entries: beyond that one value of each block; a block is masked when none of its cells has a
/// colour.
CellRaster rasterOf(const RasterCells& cells, const CellRange& range, QSize most, BlockValue blockValue);

/// The same in blocks of whole cells that begin at multiples of their size, so that they stay the same ones when the part of the
/// grid that is shown moves. The range of the result may begin before `range`.
CellRaster blocksOf(const RasterCells& cells, const CellRange& range, QSize most, BlockValue blockValue);

/// One pixel an entry; masked ones are transparent.
QImage imageOf(const CellRaster& raster, std::span<const QRgb> table);

/// Edges of the raster's rows or columns between the edges of its cells (cells + 1 numbers; result: entries + 1), each of so many
/// cells; 0: as equal as they can be.
std::vector<double> rasterEdges(const std::vector<double>& cellEdges, int entries, int block);

/// Equal neighbours merged, one colour after the other, edges hard. `gap` px of space between the entries (then not merged).
struct RasterEdges
{
    const std::vector<double>&x, &y; // of the entries
};
void drawAsRectangles(
    QPainter& painter, const CellRaster& raster, std::span<const QRgb> table, const RasterEdges& edges, double gap);

/// 45° lines, 6 px apart, over the masked entries only; the lines run on from cell to cell.
void drawHatch(QPainter& painter, const CellRaster& raster, const std::vector<double>& xEdges, const std::vector<double>& yEdges,
    const QPen& pen);

} // namespace widgets
