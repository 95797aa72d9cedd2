#pragma once

// ReadBars: what one more token reads, kind by kind: weights, and the cache after them, on one scale.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

#include <vector>

namespace widgets {

struct ReadBar
{
    QString name;
    QColor color;
    double weights = 0, cache = 0;     // bytes
    QString inside = {}, below = {}; // on the weights, and below the bar; where there is room
    QString cacheText = {};        // after the bar
};

class ReadBars : public QCPLayoutElement
{
    Q_OBJECT
public:
    ReadBars(QCustomPlot* plot, const FigureStyle& style, std::vector<ReadBar> bars);
    const std::vector<ReadBar>& bars() const { return m_bars; }

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    FigureStyle m_style;
    std::vector<ReadBar> m_bars;
};

} // namespace widgets
