#pragma once

// HitLines: texts below each other, so that the tokens that are asked for are in one column, each with its neighbours and the values
// under the words. Tokens are cells (row: the line, column: the place in its window), so that they can be hovered and clicked.

#include "core/experiments/scan.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/plotted_numbers.h"

namespace widgets {

/// One text: the words of a window, empty beyond the text, and a value for each.
struct HitLine
{
    QStringList words;         // [scanWindow]
    std::vector<float> values; // [scanWindow]; NaN beyond the text
};

struct HitGroup
{
    QString id;    // "top"
    QString title; // above its lines
    std::vector<HitLine> lines; // those that have no room are left out
};

class HitLines : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Hides the axes of the rect it is drawn in.
    HitLines(QCPAxisRect* rect, const FigureStyle& style);

    void setGroups(std::vector<HitGroup> groups);
    const std::vector<HitGroup>& groups() const { return m_groups; }

    Cell cellAt(const QPointF& pixel) const override;

    /// What is drawn, in widget pixels. REQUIRES: the layout is known.
    struct Box
    {
        QRectF rect; // of word and value
        int group = 0, line = 0, token = 0;
    };
    std::vector<Box> boxes() const;

    /// [line, token] of each group.
    std::vector<NumberSet> numbers() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    double lineHeight() const;
    double titleHeight() const;
    std::vector<std::pair<int, double>> firstLines() const; // of each group: how many lines, and the top of its title
    int rowOf(const Box& box) const;

    std::vector<HitGroup> m_groups;
};

} // namespace widgets
