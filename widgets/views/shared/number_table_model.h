#pragma once

// NumberTableModel: a NumberTable as Qt's tables want it: first the columns that name a row, then its numbers. ShownRows sorts
// and searches it: numbers as numbers, and what has none last.

#include "widgets/plot/number_table.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <optional>

namespace widgets {

class NumberTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    static constexpr int ExactRole = Qt::UserRole; // all digits, or the word; for the clipboard

    void setTable(NumberTable table);
    int keyColumns() const { return int(m_keys.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    double number(const QModelIndex& index) const; // NaN: a word, masked, or nothing

private:
    std::optional<NumberTable> m_table;
    QStringList m_keys;
};

class ShownRows : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// Rows that have each of its words in one of their cells, in whatever case; empty: all.
    void search(const QString& text);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_wanted;
};

} // namespace widgets
