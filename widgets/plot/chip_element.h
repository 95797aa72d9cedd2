#pragma once

// ChipElement: a sentence on a coloured ground in the layout of a plot, as wide as it needs and wrapped at the plot's width.
// What must not be missed beside a picture, on screen and in files.

#include "widgets/figure/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

class ChipElement : public QCPTextElement
{
    Q_OBJECT
public:
    ChipElement(QCustomPlot* plot, const QString& text, const FigureStyle& style, bool isWarning);

protected:
    void draw(QCPPainter* painter) override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    QSizeF textSize() const;

    QColor m_ground;
};

/// Puts a chip into a new row of a layout, which stands in a plot; the row is as high as the chip.
void addChip(QCPLayoutGrid& layout, int row, const QString& text, const FigureStyle& style, bool isWarning);

} // namespace widgets
