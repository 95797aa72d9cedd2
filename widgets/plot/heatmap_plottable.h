#pragma once

// HeatmapPlottable: one matrix of numbers as coloured cells. Masked cells (−inf, or marked by a mask) are hatched, never grey;
// NaN and +inf are hatched and named. On screen an image, in files vectors. More cells than pixels are averaged in blocks.

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

    /// Whether the last drawing had to average blocks of cells (then say so beside the picture).
    bool isAveraged() const { return m_averaged; }

protected:
    void draw(QCPPainter* painter) override;

    /// What stands in the masked entries of the raster, whose edges (px) these are: here the hatch.
    virtual void drawMasked(
        QCPPainter* painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y) const;

private:
    int decimalsIn(const QRectF& cell, const QFontMetricsF& metrics) const;
    void drawNumbers(QCPPainter* painter, const CellRaster& raster) const;

    Grid m_grid;
    Grid m_mask;
    ColorScale m_scale;
    bool m_numbers = true;
    bool m_averaged = false;
    CellRaster m_raster; // of the last drawing; reused while nothing but marks changed
    bool m_rasterIsStale = true;
};

} // namespace widgets
