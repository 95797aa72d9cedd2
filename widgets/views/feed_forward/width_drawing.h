#pragma once

// WidthDrawing: the matrices of a plain and of a gated feed-forward with as many weights, areas to scale.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

/// One of the two forms.
struct FeedForwardForm
{
    QString heading;      // "gated: 3 matrices"
    QStringList matrices; // "gate", "up", "down"
    double width = 0;     // d_mlp
    QString words;        // below: "256 = ⅔ · 384"
    bool isOwn = false;   // what the model has
};

class WidthDrawing : public QCPLayoutElement, public HasNumbers
{
    Q_OBJECT
public:
    WidthDrawing(QCustomPlot* plot, const FigureStyle& style, QVector<FeedForwardForm> forms, double dModel);
    const QVector<FeedForwardForm>& forms() const { return m_forms; }

    /// [form, (matrices, width, d_model)].
    std::vector<NumberSet> numbers() const override;

    /// Where the matrices of a form stand, px, all of one scale. REQUIRES: the layout is known.
    QVector<QRectF> places(int form) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    QSize minimumOuterSizeHint() const override { return {120, 80}; }

private:
    double line() const; // px of a line of type
    bool isStacked() const;
    double pxPerNumber(bool isStacked) const;

    FigureStyle m_style;
    QVector<FeedForwardForm> m_forms;
    double m_dModel;
};

} // namespace widgets
