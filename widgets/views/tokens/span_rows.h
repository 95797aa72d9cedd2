#pragma once

// SpanRows: lines of boxes over one axis of characters or bytes, each line with a label before it and a word behind it: pieces
// between two merges, ways through a lattice, the same text under several tokenizers. Lines that have no room are left out, the
// first ones first where a later one is the current, and the last ones before one that is kept; the last line then says how many.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"

#include <vector>

namespace widgets {

struct SpanBox
{
    enum Mark
    {
        Plain,   // filled by its strength
        Strong,  // what the line is about
        Second,  // what nearly was
        Muted,   // already settled
        Unknown, // the vocabulary has nothing for it
        Bare     // words alone
    };
    double begin = 0, end = 0; // units
    QString text;
    QString note = {}; // below the text where there is room
    Mark mark = Plain;
    double strength = 0.4; // 0 to 1
    double value = 0;      // for files
};

struct SpanLine
{
    QString label;
    QString end = {};
    std::vector<SpanBox> boxes = {};
    bool isMarked = false; // the label is that of slot A
    bool isKept = false; // others have no room before it has none
};

class SpanRows : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    /// Takes the whole rect: its axes are hidden.
    SpanRows(QCPAxisRect* rect, const FigureStyle& style);

    /// `units`: how long the axis is. `current`: the line that must be in sight.
    void setLines(std::vector<SpanLine> lines, double units, int current = 0);

    /// The largest box of one unit, and the highest line, in lines of type: a very large unit fills the width.
    void setLargest(double unit, double line);

    const std::vector<SpanLine>& lines() const { return m_lines; }
    std::vector<int> shownLines() const; // ascending. REQUIRES: the layout is known.

    Cell cellAt(const QPointF& pixel) const override; // {line, box}

    /// [box, (line, begin, end, value)] of all lines.
    std::vector<NumberSet> numbers() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Places;
    Places places() const;
    QRectF rectOf(const Places& at, int row, const SpanBox& box) const;
    QFont narrowed(const QFont& font, const QString& text, double width) const;
    void drawBox(QCPPainter* painter, const Places& at, const QRectF& place, const SpanBox& box) const;

    std::vector<SpanLine> m_lines;
    double m_units = 1;
    int m_current = 0;
    double m_largestUnit = 3.4, m_highestLine = 2.5;
};

} // namespace widgets
