#pragma once

// DiagramElement: the diagram of a model in a plot, as large as its room allows.

#include "widgets/diagram/painter.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

class DiagramElement : public QCPLayoutElement
{
public:
    /// `other`: of the model that it is compared with: it is drawn in the same size, and what it has not is marked in
    /// the colour of `side`; empty: none.
    DiagramElement(QCustomPlot* plot, Diagram diagram, Diagram other, Side side, const FigureStyle& style);

    const Diagram& diagram() const { return m_diagram; }

    /// The node at a place of the plot; null: none. Valid once it was drawn.
    const DiagramNode* nodeAt(const QPointF& pixel) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    double shrinkOf(Diagram& diagram, const QFont& font, double scale) const;

    Diagram m_diagram, m_other;
    DiagramMarks m_marks;
    FigureStyle m_style;
    double m_shrink = 1;  // a page may have less height than the model
    QPointF m_corner;     // of the diagram in the plot
};

} // namespace widgets
