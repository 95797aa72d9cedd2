#pragma once

// StepMarks: on a line over thresholds, the steps where something enters, as rings with words where there is room, and the step that
// is shown, as a dot. Owned by the rect.

#include "widgets/plot/figure_style.h"

#include <qcustomplot.h>

namespace widgets {

struct StepMark
{
    double x = 0, y = 0; // on the axes of the rect
    QString words = {}; // empty: no ring
    bool isShown = false;
};

class StepMarks : public QCPLayerable
{
    Q_OBJECT
public:
    /// Every point of the line, from left to right: words keep away from it.
    StepMarks(QCPAxisRect* rect, const FigureStyle& style, QVector<StepMark> marks);

    const QVector<StepMark>& marks() const { return m_marks; }

    /// Where the words stand, in the order of marks, above or below their ring; null: no room. REQUIRES: the layout is known.
    QVector<QRectF> wordPlaces() const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    QPointF pixelOf(const StepMark& mark) const;

    QPointer<QCPAxisRect> m_rect;
    FigureStyle m_style;
    QVector<StepMark> m_marks;
};

} // namespace widgets
