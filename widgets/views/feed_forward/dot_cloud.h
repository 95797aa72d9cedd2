#pragma once

// DotCloud: dots on the axes of a chart, each of which is a neuron at a token: a cell (token, neuron), so that it can be hovered
// and clicked like one of a map. Marked ones are diamonds in the colour of the selection, with words beside them where there is room.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <QVector>

namespace widgets {

struct CloudDot
{
    QPointF at;
    Cell cell; // (token, neuron)
    QColor color = {};
    QString words = {}; // of a marked one; may be empty
    bool isMarked = false;
};

class DotCloud : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Takes the ranges of the axes: they are set after it was made, and before setDots(). Drawn above lines.
    DotCloud(QCPAxisRect* rect, const FigureStyle& style);

    /// `columns`: the names of the numbers of a dot in files.
    void setDots(QVector<CloudDot> dots, const QStringList& columns);
    const QVector<CloudDot>& dots() const { return m_dots; }

    /// The nearest dot that is close; marked ones first.
    Cell cellAt(const QPointF& pixel) const override;

    /// [dot, (x, y)], labelled "token, neuron".
    std::vector<NumberSet> numbers() const override;

    /// Where the words stand that have room, by dot; a null rectangle for the others. REQUIRES: the layout is known.
    std::vector<QRectF> wordPlaces() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    QPointF pixelOf(const CloudDot& dot) const { return coordsToPixels(dot.at.x(), dot.at.y()); }
    double diamond() const { return 2.9 * style().lineWidth; }

    QVector<CloudDot> m_dots;
    QStringList m_columns;
};

} // namespace widgets
