#pragma once

// SlopeHistogram: how often each number before an activation occurs, as columns at the foot of the chart of its curve, cut where
// the slope passes 0.1 and 0.9: silent, bending, passing. The shares of the three are above the chart.

#include "core/analysis/feed_forward.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

/// So much of a colour on another.
QColor mixed(const QColor& color, const QColor& with, double share);

class SlopeHistogram : public QCPAbstractPlottable, public HasNumbers
{
    Q_OBJECT
public:
    SlopeHistogram(QCPAxisRect* rect, const FigureStyle& style);

    /// REQUIRES: the key axis has its range.
    void setValues(const core::ValueCounts& values, const core::Activation& kind);
    const core::ValueCounts& values() const { return m_values; }

    /// The words above: shorter forms behind longer ones; empty: none. Room is made for them.
    void setShares(const core::SlopeShares& shares);

    std::vector<NumberSet> numbers() const override;

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain = QCP::sdBoth, const QCPRange& = {}) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    struct Zone
    {
        double from, to;
        core::SlopeZone zone;
    };
    QColor colorOf(core::SlopeZone zone) const;
    void drawShares(QCPPainter* painter) const;

    FigureStyle m_style;
    core::ValueCounts m_values;
    core::SlopeShares m_shares;
    std::vector<Zone> m_zones; // from the left end of the axis to the right one
};

} // namespace widgets
