#pragma once

// DescentPlottable: curves of equal loss of a quadratic of two weights, and the steps of a descent over them. One unit is as long
// upwards as it is across, so that a round valley looks round. Upwards is the steep direction.

#include "core/analysis/descent.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

class DescentPlottable : public QCPAbstractPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Hides the axes of the rect it is drawn in.
    DescentPlottable(QCPAxisRect* rect, const FigureStyle& style);

    void setDescent(const core::Quadratic& quadratic, const std::vector<core::DescentStep>& steps);
    void setPath(const QColor& color, Qt::PenStyle pen);

    /// In the corner: what is left of the way, or that it diverges.
    void setWords(const QString& words, bool isWarning);

    const std::vector<core::DescentStep>& steps() const { return m_steps; }
    std::vector<NumberSet> numbers() const override;

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain = QCP::sdBoth, const QCPRange& = {}) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    void drawLevels(QCPPainter* painter, const QRectF& all, double unit) const;
    void drawPath(QCPPainter* painter, const QRectF& all, double unit) const;

    FigureStyle m_style;
    core::Quadratic m_quadratic;
    std::vector<core::DescentStep> m_steps;
    QColor m_color;
    Qt::PenStyle m_pen = Qt::SolidLine;
    QString m_words;
    bool m_isWarning = false;
};

} // namespace widgets
