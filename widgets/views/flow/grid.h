#pragma once

// FlowGrid: tokens × layers with the words that each layer reads out, shaded by probability, and the attention of one head drawn
// over it as arcs. Of a long text the columns can be looked at in parts (map_zoom.h).

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/views/flow/numbers.h"

namespace widgets {

struct FlowCell
{
    QString text;
    double probability = 0; // or a difference of two; NaN: not computed yet
    bool isFinal = false; // drawn bold: the same token as in the top row, or of a difference another than A's
};

class FlowGrid : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    /// Cells row by row; `layers` names the rows from the top.
    void setCells(std::vector<int> layers, int columns, std::vector<FlowCell> cells);
    const std::vector<int>& layers() const { return m_layers; }
    const FlowCell& cell(Cell at) const { return m_cells[std::size_t(at.row * columns() + at.column)]; }
    int rowOf(int layer) const; // −1: not shown

    /// Whether the numbers are B's less A's.
    void setDifference(bool isDifference) { m_isDifference = isDifference; }

    /// The attention of `query` in the row of its layer; `label` stands on the largest arc that is no sink where it leaves most
    /// of it to be seen, else above the map.
    void setArcs(int row, int query, std::vector<FlowArc> arcs, const QString& label);
    const std::vector<FlowArc>& arcs() const { return m_arcs; }
    int arcAt(const QPointF& pixel) const; // −1 = none
    QPointF arcTop(int arc) const;
    QPainterPath arcPath(int arc) const;
    QRectF labelRect() const; // empty: there is no arc to name, or no room

    /// Where the words of a cell stand: in the middle of it, or at its other edge where arcs run between its row and the next.
    /// Empty: the cell is too small for any.
    QRectF wordsRect(Cell at) const { return wordsRect(at, lines()); }

    QColor colorOf(double probability) const;

    /// Of columns that are too narrow for words when all are shown.
    bool canZoom(Qt::Orientation along) const override;

    /// What is shown of mapRect(), and while that is a part a strip above it: the top row of the whole. The latter may be empty.
    QRectF shownRect() const;
    QRectF overviewRect() const;

    /// The probability of each cell's word [layer, token], and what the arcs stand for: rows of key and weight.
    std::vector<NumberSet> numbers() const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    /// What holds for the words of all cells.
    struct Lines
    {
        double height = 0; // of a cell's words, px; 0: it is too low for any
        double numberWidth = 0;
        bool isStacked = false; // the number stands below its word
        bool isFolded = false; // words without an alphabet have two lines where one is too narrow
        double above = 0, below = 0; // the boundary that the arcs start from: px that are not for words
        QRectF pill; // the label of the arcs
    };
    Lines lines() const;
    QRectF wordsRect(Cell at, const Lines& lines) const;
    QRectF boxOf(const QRectF& cell) const;
    QFont wordFont(double share = 1) const;
    QFont numberFont() const;
    QString folded(const QString& word, const QFont& font, double width) const;
    bool hasFolded(double width) const;
    Lines linesOfCells() const;
    double freeHeight() const;
    double spanOf(int arc) const;
    bool isBelow() const; // the arcs bend downwards, over the row below theirs
    double boundary() const;
    double arcHeight(double distance) const;
    double arcWidth(int arc) const;

    void drawCell(QCPPainter* painter, Cell at, const Lines& lines) const;
    void drawCells(QCPPainter* painter) const;
    void drawOverview(QCPPainter* painter) const;
    bool isPart() const;
    void drawArcs(QCPPainter* painter) const;
    void drawLabel(QCPPainter* painter) const;
    void drawKey(QCPPainter* painter) const;
    int namedArc() const; // the largest that is no sink; −1: none
    QSizeF labelSize() const;
    bool isNamedAbove() const; // the words of the arc are above the map

    std::vector<int> m_layers;
    std::vector<FlowCell> m_cells;
    std::vector<FlowArc> m_arcs;
    bool m_isDifference = false;
    int m_arcRow = -1;
    int m_query = -1;
    QString m_label;
};

} // namespace widgets
