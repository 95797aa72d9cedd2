#pragma once

// KindSigns: the sign of each kind on its line, each at a place of its own along the chart, over all lines: those that run on
// each other are seen to be several.

#include "widgets/views/norm/kind_pen.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

class KindSigns : public QCPLayerable
{
    Q_OBJECT
public:
    struct Line
    {
        QPointer<QCPGraph> graph;
        KindPen pen;
    };

    /// Owned by the rect.
    KindSigns(QCPAxisRect* rect, std::vector<Line> lines, const FigureStyle& style);

    /// Where the signs of a line stand, px; none outside the chart. REQUIRES: the layout is known.
    std::vector<QPointF> places(std::size_t line) const;
    const std::vector<Line>& lines() const { return m_lines; }

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    QPointer<QCPAxisRect> m_rect;
    std::vector<Line> m_lines;
    FigureStyle m_style;
};

} // namespace widgets
