#pragma once

// PeakLabels: the names of lines that rise and fall to 0, each led to the highest point of its line, in a column beside the peaks.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

class PeakLabels : public QCPLayerable
{
    Q_OBJECT
public:
    /// Owned by the rect.
    PeakLabels(QCPAxisRect* rect, const FigureStyle& style);

    /// In the colour of the line.
    void add(QCPGraph* graph, const QString& name);

    struct Place
    {
        QRectF words; // px
        QPointF peak; // of the largest magnitude
    };

    /// One for each name. REQUIRES: the layout is known.
    std::vector<Place> places() const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    struct Label
    {
        QPointer<QCPGraph> graph;
        QString name;
    };

    QPointer<QCPAxisRect> m_rect;
    FigureStyle m_style;
    std::vector<Label> m_labels;
};

} // namespace widgets
