#pragma once

// GateMap: tokens (or layers) × experts, with the chosen cells lit: those stand out of empty ones, or have a ring on a
// ground of other numbers. Lines may connect the choices of one row with those of the next.

#include "widgets/plot/heatmap_plottable.h"

namespace widgets {

class GateMap : public HeatmapPlottable
{
    Q_OBJECT
public:
    enum class Ground
    {
        Empty,  // cells that are not lit stay empty: what is drawn are gates
        Numbers // all cells have their colour, the lit ones a ring
    };
    using HeatmapPlottable::HeatmapPlottable;

    /// lit: not 0 in `gates`; crossed out: not 0 in `dropped` (may be empty). Of the shape of the data. After setData.
    void setLit(Grid gates, Grid dropped, Ground ground);

    /// A line between two cells, `width` in px at most 12.
    struct Link
    {
        Cell from, to;
        double width = 1;
        bool isMain = false;
    };
    void setLinks(std::vector<Link> links) { m_links = std::move(links); }
    const std::vector<Link>& links() const { return m_links; }

    bool isLit(Cell cell) const;
    bool isDropped(Cell cell) const;

protected:
    void draw(QCPPainter* painter) override;
    void drawMasked(
        QCPPainter* painter, const CellRaster& raster, const std::vector<double>& x, const std::vector<double>& y) const override;

private:
    bool areTiny() const;
    void fillEmpty(QCPPainter* painter, const QRectF& place) const;
    void drawLit(QCPPainter* painter) const;
    void drawLinks(QCPPainter* painter) const;
    QRectF nodeRect(Cell cell) const;

    Grid m_gates, m_dropped;
    Ground m_ground = Ground::Numbers;
    std::vector<Link> m_links;
};

} // namespace widgets
