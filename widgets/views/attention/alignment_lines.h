#pragma once

// AlignmentLines: tokens of the source in a line above, those of the target below, and a line between each two as heavy as the
// weight of cross-attention. A cell is a target token (row) and a source token (column).

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/grid.h"

namespace widgets {

class AlignmentLines : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Hides the axes of the rect it is drawn in.
    AlignmentLines(QCPAxisRect* rect, const FigureStyle& style);

    /// weights [target, source].
    void setWeights(Grid weights, const QStringList& target, const QStringList& source);
    const Grid& weights() const { return m_weights; }

    /// Over a target token its heaviest source; over a source token the shown target's weight for it.
    Cell cellAt(const QPointF& pixel) const override;
    std::vector<NumberSet> numbers() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    int shownTarget() const; // the hovered one, else the pinned one; −1: none
    int pinnedSource() const; // −1: none
    double middleOf(int token, int count) const;
    void drawTexts(QCPPainter* painter, const QStringList& texts, bool isTarget) const;

    Grid m_weights;
    QStringList m_target, m_source;
};

} // namespace widgets
