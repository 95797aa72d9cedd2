#pragma once

// SharingLinks: kinds of attention side by side: query heads, a line from each to the keys and values that it uses, and these as
// strips of numbers: as wide as there are of them. Cells are kinds by query heads, behind them the heads of what is kept.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/color_scale.h"

#include <QStringList>

#include <vector>

namespace widgets {

/// A row of numbers: keys of so many heads one after the other.
struct NumberStrip
{
    QString name;
    int heads = 1;
    std::vector<float> numbers = {};
    ColorScale scale = {};
};

struct LinkedKind
{
    QString name = {}, slot = {}, tag = {}; // "MHA", "A", "a pair for each head"
    QString sum = {}, total = {}; // "2 · 4 · 24 =", "192 numbers"
    QString note = {};       // right of the name; may be empty
    QString why = {};        // instead of the picture
    QColor color = {};
    int heads = 0;
    std::vector<NumberStrip> kept = {};
    std::vector<NumberStrip> expanded = {}; // never kept
};

class SharingLinks : public CellPlottable, public HasNumbers
{
    Q_OBJECT
public:
    using CellPlottable::CellPlottable;

    void setKinds(std::vector<LinkedKind> kinds);
    const std::vector<LinkedKind>& kinds() const { return m_kinds; }

    Cell cellAt(const QPointF& pixel) const override;

    /// What a cell is: of a query head, or of a row that is kept with the head in it.
    struct Part
    {
        int head = -1; // of the queries; of what is kept the first that uses it
        int row = -1, keptHead = -1; // −1: a query head
    };
    Part partAt(Cell cell) const;

    /// What each kind keeps: "MHA k" [head, number].
    std::vector<NumberSet> numbers() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Places; // of one kind, px
    QRectF placeOf(std::size_t kind) const;
    Places placesOf(std::size_t kind) const;
    Cell cellOf(std::size_t kind, std::size_t row, int keptHead) const;
    int shownHead() const;
    void drawWords(QCPPainter& painter, const LinkedKind& kind, const Places& at) const;
    void drawLinks(QCPPainter& painter, const LinkedKind& kind, const Places& at) const;
    void drawHeads(QCPPainter& painter, const LinkedKind& kind, const Places& at) const;
    void drawKept(QCPPainter& painter, const LinkedKind& kind, const Places& at) const;
    void drawExpanded(QCPPainter& painter, const LinkedKind& kind, const Places& at) const;
    double numbersAcross() const;

    std::vector<LinkedKind> m_kinds;
    int m_heads = 1; // of queries, the most of a kind
};

} // namespace widgets
