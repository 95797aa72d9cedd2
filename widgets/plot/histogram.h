#pragma once

// Histogram: how many values lie between each two edges.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

/// Columns between the edges (counts.size() + 1 numbers), without gaps. Fits the axes.
class Histogram : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    Histogram(QCPAxisRect* rect, const FigureStyle& style);
    void setCounts(QVector<double> edges, QVector<double> counts);
    const QVector<double>& edges() const { return m_edges; }
    const QVector<double>& counts() const { return m_counts; }
    void setColor(const QColor& color) { m_color = color; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = {}) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    FigureStyle m_style;
    QVector<double> m_edges;
    QVector<double> m_counts;
    QColor m_color;
};

} // namespace widgets
