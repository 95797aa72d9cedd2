#pragma once

// NumberTable: the numbers of one part of a picture as a table with headers: what a screen reader walks through and what the
// table on screen shows. The last axis of a part gives the columns, those before it the rows.

#include "widgets/plot/plotted_numbers.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace widgets {

class NumberTable
{
public:
    /// `areMasked`: one a number, or empty when none is (masked_cells.h).
    explicit NumberTable(NumberSet numbers, std::vector<bool> areMasked = {});

    /// What a person reads for the word of a cell: `column` is the id of its column.
    using CellWord = QString (*)(const QString& column, const QString& cell);

    /// A table of words and numbers with a head line, as files have it. Fields may be quoted; lines end in LF. Its name is that of
    /// a picture, in the language in force.
    static NumberTable ofCsv(const QString& name, const QString& csv, CellWord wordOf = nullptr);

    const QString& name() const { return m_numbers.name; } // as files have it
    QString shownName() const;                             // in the language in force
    int rows() const { return m_rows; }
    int columns() const { return m_columns; }
    const std::vector<core::Index>& shape() const { return m_numbers.shape; } // of the part; empty for ofCsv()

    /// What the rows are told apart by, in the current language: one name an axis ("row", "token"); none for ofCsv().
    QStringList keyNames() const;
    QString key(int row, int axis) const; // the label, or the index where there is none; of a query both: a token may be there twice
    QString rowName(int row) const; // all keys of a row: "L3 · row 2"
    QString columnName(int column) const; // in the language in force

    /// NaN where there is a word, or nothing.
    double number(int row, int column) const;
    bool isMasked(int row, int column) const; // hatched in the picture: its number is no result
    QString shown(int row, int column) const; // a word, "masked", or the number with four digits
    QString exact(int row, int column) const; // a word, or all digits in ASCII, also of a masked cell
    QString copied(int row, int column) const; // the same, but "masked" in words

private:
    NumberTable() = default;
    QString labelOf(qsizetype axis, core::Index index) const;

    NumberSet m_numbers;
    std::vector<bool> m_areMasked;
    int m_rows = 0;
    int m_columns = 0;
    QStringList m_head;                // of ofCsv()
    std::vector<QStringList> m_words;  // of ofCsv(), one a row
    std::vector<bool> m_areIndices; // of ofCsv(), one a column: a person sees them counted (counting.h)
    CellWord m_wordOf = nullptr;
};

/// A table of each part that is drawn in the plot.
std::vector<std::pair<NumberTable, const QCPAbstractPlottable*>> plottedTables(const Plot& plot);

/// Fields of a line for the clipboard: what would end a field or a line becomes a space, and what a spreadsheet would calculate
/// has an apostrophe before it.
QString tsvLine(const QStringList& fields);

/// Words as a spreadsheet takes them: an apostrophe before a sign that makes them a formula.
QString withoutFormula(const QString& words);

} // namespace widgets
