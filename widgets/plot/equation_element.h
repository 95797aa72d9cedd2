#pragma once

// EquationElement: matrices with their numbers in brackets, signs between them, and what each is called below: R₁₁ · R₅ᵀ = R₆.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

struct EquationPart
{
    QString sign; // "·", "="; or a matrix:
    QVector<double> numbers = {}; // row by row, `columns` in a row
    int columns = 2;
    QString name = {}; // below the matrix
    QColor color = {}; // of the name and the numbers; invalid: ordinary text
};

class EquationElement : public QCPLayoutElement
{
    Q_OBJECT
public:
    EquationElement(QCustomPlot* plot, QVector<EquationPart> parts, int decimals, const FigureStyle& style);

    const QVector<EquationPart>& parts() const { return m_parts; }

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    QString text(double number) const;
    QFont font(double factor) const;
    QSizeF sizeOf(const EquationPart& part, double factor) const;
    QSizeF size(double factor) const;

    QVector<EquationPart> m_parts;
    int m_decimals;
    FigureStyle m_style;
};

} // namespace widgets
