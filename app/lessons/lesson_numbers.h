#pragma once

// Numbers of a lesson: picked out of the CSV of a figure or of a tensor, and put together to one.

#include "core/trace/trace.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>
#include <vector>

namespace app {

/// The CSV that a figure writes, read back.
class CsvTable
{
public:
    explicit CsvTable(const QByteArray& csv);

    int rows() const { return int(m_rows.size()); }
    std::optional<QString> cell(int row, const QString& column) const; // nothing for an unknown column
    double number(int row, const QString& column) const; // NaN where there is none

    /// The same as the tensor has it: a cell is the shortest text of a float, and what is left of a sum is rounding.
    double storedNumber(int row, const QString& column) const;

    /// Rows whose cells are as `where` says: a word, a number (negative: counted back from the largest of the column), a list of
    /// them, or {"from": a, "to": b}. None for a column that there is not.
    std::vector<int> rowsWhere(const QJsonObject& where) const;

private:
    bool matches(int row, const QString& column, const QJsonValue& wanted) const;
    double largest(const QString& column) const;

    QStringList m_columns;
    std::vector<QStringList> m_rows;
};

/// The numbers of a tensor at indices of its axes, {"head": 1, "query": -1}: a number, a list, or {"from": a, "to": b}; all of an
/// axis that is not named. None for an index or an axis that is not there. At most a million.
std::vector<double> numbersAt(const core::TraceEntry& entry, const QJsonObject& at);

/// One number of several: "" (there must be one only), "mean", "rms", "sum", "min", "max", "count" (of those that are no 0). What
/// is no number is left out. Nothing for none.
std::optional<double> taken(const std::vector<double>& numbers, const QString& take);
bool knowsTake(const QString& take);
QString takeWords();

} // namespace app
