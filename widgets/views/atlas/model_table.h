#pragma once

// ModelTable: a table of models. Columns that have no room are left out, the last ones first; rows that have none wait below, and
// a thin bar at the right says where one is. A row is a cell of one column, so that it can be clicked like one of a map.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/cell_plottable.h"
#include "widgets/plot/written_numbers.h"

#include <vector>

namespace widgets {

struct ModelRow
{
    enum Mark
    {
        Plain,
        MineA,
        MineB,
        Selected
    };
    QStringList cells; // one a column
    std::vector<bool> areMuted; // one a column: as mine
    std::vector<bool> areFacts = {}; // one a column: has a fact behind what was said
    Mark mark = Plain;
    bool isPinned = false; // above the others, and always shown
    std::vector<double> numbers = {}; // for files, NaN where there is none
    bool isLive = false; // its name runs it
};

struct ModelColumn
{
    QString title;
    QString id;
    bool isNumber = false; // right-aligned
};

class ModelTable : public CellPlottable, public HasNumbers, public WritesNumbers
{
    Q_OBJECT
public:
    /// Takes the whole rect: its axes are hidden.
    ModelTable(QCPAxisRect* rect, const FigureStyle& style);

    /// `from`: the first of the rows that are not pinned; pinned ones are in front. `sorted`: the column of the order.
    void setRows(std::vector<ModelColumn> columns, std::vector<ModelRow> rows, int from);
    void setSorted(int column, bool isDownwards);

    /// Rows below the pinned ones that have room, and the first that is shown. REQUIRES: the layout is known.
    int fitting() const;
    int first() const;

    /// The column whose heading is there; −1: none.
    int headingAt(const QPointF& pixel) const;

    /// The row whose name is there and runs; −1: none.
    int nameAt(const QPointF& pixel) const;

    /// px of width that all columns need.
    double fullWidth() const;
    /// px of height that all rows need.
    double fullHeight() const;

    Cell cellAt(const QPointF& pixel) const override; // {row, 0}
    QStringList shownColumns() const;

    /// [row, number column]; the rows' names and the columns' ids are labels.
    std::vector<NumberSet> numbers() const override;

    WrittenNumber writtenAt(const QPointF& pixel) const override; // also a word

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Places;
    Places places() const;
    const std::vector<double>& widths(const QFont& plain, const QFont& bold) const;
    void drawHead(QCPPainter* painter, const Places& at) const;
    void drawRow(QCPPainter* painter, const Places& at, const ModelRow& row, double top) const;
    void drawBar(QCPPainter* painter, const Places& at) const;

    std::vector<ModelColumn> m_columns;
    std::vector<ModelRow> m_rows;
    int m_pinned = 0;
    int m_from = 0;
    int m_sorted = -1;
    bool m_isDownwards = false;

    struct Widths
    {
        QFont plain, bold;
        int sorted = -1;
        std::vector<double> all; // empty: to be measured
    };
    mutable Widths m_widths;
};

} // namespace widgets
