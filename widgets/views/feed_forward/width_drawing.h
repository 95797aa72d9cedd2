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
    /// `beside`: what stands in a panel of this size beside it on one scale; without forms: nothing.
    struct Forms
    {
        QVector<FeedForwardForm> forms;
        double dModel = 0;
    };
    WidthDrawing(QCustomPlot* plot, const FigureStyle& style, Forms own, Forms beside);
    const QVector<FeedForwardForm>& forms() const { return m_own.forms; }

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
    double pxPerNumber(bool isStacked) const; // that both have room with
    double pxPerNumber(const Forms& of, bool isStacked) const;

    FigureStyle m_style;
    Forms m_own, m_beside;
};

} // namespace widgets
