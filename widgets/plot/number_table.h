#pragma once

// NumberTable: the numbers of one part of a picture as a table with headers: what a screen reader walks through and what the
// table on screen shows. The last axis of a part gives the columns, those before it the rows.

#include "widgets/plot/plotted_numbers.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace widgets {

class NumberTable
{
public:
    explicit NumberTable(NumberSet numbers);

    /// A table of words and numbers with a head line, as files have it. Fields may be quoted; lines end in LF.
    static NumberTable ofCsv(const QString& name, const QString& csv);

    const QString& name() const { return m_numbers.name; }
    int rows() const { return m_rows; }
    int columns() const { return m_columns; }
    const std::vector<core::Index>& shape() const { return m_numbers.shape; } // of the part; empty for ofCsv()

    /// What the rows are told apart by, in the current language: one name an axis ("row", "token"); none for ofCsv().
    QStringList keyNames() const;
    QString key(int row, int axis) const; // the label, or the index where there is none
    QString rowName(int row) const; // all keys of a row: "L3 · row 2"
    QString columnName(int column) const;

    /// NaN where there is a word, or nothing.
    double number(int row, int column) const;
    QString shown(int row, int column) const; // a word, or the number with four digits
    QString exact(int row, int column) const; // a word, or all digits in ASCII; for the clipboard

private:
    NumberTable() = default;

    NumberSet m_numbers;
    int m_rows = 0;
    int m_columns = 0;
    QStringList m_head;                // of ofCsv()
    std::vector<QStringList> m_words;  // of ofCsv(), one a row
};

/// Fields of a line for the clipboard: what would end a field or a line becomes a space, and what a spreadsheet would calculate
/// has an apostrophe before it.
QString tsvLine(const QStringList& fields);

/// Words as a spreadsheet takes them: an apostrophe before a sign that makes them a formula.
QString withoutFormula(const QString& words);

} // namespace widgets
