#pragma once

// HeatmapPlottable: one matrix of numbers as coloured cells. Masked cells (−inf, or marked by a mask) are hatched, never grey;
// NaN and +inf are hatched and named. On screen an image, in files vectors. Where there are more cells than pixels a block shows
// its largest magnitude, and a line says so. A large map can be looked at in parts (map_zoom.h), beside a small one of the whole.

#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/cell_raster.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/grid.h"

namespace widgets {

class HeatmapPlottable : public CellPlottable
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// The numbers and their colours. Shows all cells.
    void setData(Grid grid, ColorScale scale);
    const Grid& grid() const { return m_grid; }
    const ColorScale& scale() const { return m_scale; }

    /// Cells whose number in `mask` is −inf are masked too (attention weights: the mask are the scores). Empty = none.
    void setMask(Grid mask);

    /// Numbers in cells of at least 34 × 16 px; on by default.
    void setNumbers(bool on);

    /// What stands for a block of cells on screen; the largest magnitude by default.
    void setBlocks(BlockValue value);

    /// Whether the last drawing had blocks of cells, and how many cells they have: columns × rows.
    bool isReduced() const { return m_raster.isReduced(); }
    QSize block() const { return m_raster.block; }

    /// Of 64 cells or more, or more than there are pixels.
    bool canZoom(Qt::Orientation along) const override;

    /// Where the small map of the whole lies while a part is shown, in widget pixels; else empty. Its pixels are no cells.
    QRectF overviewRect() const;

    Cell cellAt(const QPointF& pixel) const override;

protected:
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override; // with the line above

    /// What is in the masked entries of the raster, whose edges (px) these are: here the hatch.
    virtual void drawMasked(
        QCPPainter* painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y) const;

private:
    CellRange shownCells() const;
    void updateRaster(const CellRange& range, const QCPPainter& painter);
    void drawCells(QCPPainter* painter, const std::vector<double>& x, const std::vector<double>& y);
    int decimalsIn(const QRectF& cell, const QFontMetricsF& metrics) const;
    void drawNumbers(QCPPainter* painter, const CellRaster& raster) const;
    bool hasFreeCorner(const QSizeF& size) const;
    void drawBlockNote(QCPPainter* painter) const;
    void drawOverview(QCPPainter* painter);

    Grid m_grid;
    Grid m_mask;
    ColorScale m_scale;
    bool m_numbers = true;
    BlockValue m_blocks = BlockValue::Largest;
    CellRaster m_raster; // of the last drawing; reused while nothing but marks changed
    CellRange m_rasterRange;
    QSize m_rasterMost;
    CellRaster m_overview; // of the whole
    bool m_rasterIsStale = true;
};

} // namespace widgets
