#pragma once

// OperationTable: a table whose rows end in two bars, one below the other. Columns and rows that have no room are left out: the
// rows are then fewer, of what belongs together; a line below names the columns.

#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/written_numbers.h"

#include <qcustomplot.h>

#include <array>
#include <vector>

namespace widgets {

struct TableRow
{
    QString name;
    QStringList cells;               // as many as columns
    std::array<double, 2> bars = {}; // NaN: none
    std::array<QString, 2> texts = {}; // at their ends
    std::vector<double> numbers = {};  // for files, one for each name of them
    std::array<QCPRange, 2> whiskers = {QCPRange(0, 0), QCPRange(0, 0)}; // what a bar may be as well; of no size: none
    bool isFaint = false; // its bars do not differ, or there is nothing to see in it
};

struct TableColumn
{
    QString name;
    int rank = 0; // those of the highest rank go first where there is no room
};

struct TableContent
{
    QString nameTitle;
    std::vector<TableColumn> columns;
    std::array<QString, 2> barNames;
    std::array<QColor, 2> colors;
    std::vector<TableRow> rows;   // all
    std::vector<TableRow> fewer;  // where they do not fit; empty: `rows`
    TableRow total;               // below a line; without a name: none
    QStringList numberNames;
};

class OperationTable : public QCPLayoutElement, public HasNumbers, public WritesNumbers
{
    Q_OBJECT
public:
    OperationTable(QCustomPlot* plot, const FigureStyle& style, TableContent content);

    const TableContent& content() const { return m_content; }

    /// Its text in the room that it has.
    const std::vector<TableRow>& shownRows() const;
    QStringList shownColumns() const;

    /// The line below it that names the columns that have no room; empty where there is none.
    QString note() const;

    /// [row, number] of all rows.
    std::vector<NumberSet> numbers() const override;

    WrittenNumber writtenAt(const QPointF& pixel) const override; // of a bar what is at its end

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    QSize minimumOuterSizeHint() const override { return {120, 60}; }

private:
    struct Places;
    Places places() const;
    void arrangeRows(Places& at, double head) const;
    void arrangeColumns(Places& at) const;
    void noteLeftOut(Places& at) const;
    void drawHead(QCPPainter* painter, const Places& at) const;
    void drawRow(QCPPainter* painter, const Places& at, const TableRow& row, double top) const;
    void drawText(QCPPainter* painter, const Places& at, const QString& text, const QPointF& beside, bool isLeft) const;
    void drawBars(QCPPainter* painter, const Places& at, const TableRow& row, double top) const;
    double drawWhisker(QCPPainter* painter, const Places& at, const QCPRange& whisker, double y) const;

    FigureStyle m_style;
    TableContent m_content;
};

} // namespace widgets
