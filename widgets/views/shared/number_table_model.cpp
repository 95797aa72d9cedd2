#include "widgets/views/shared/number_table_model.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

void NumberTableModel::setTable(NumberTable table)
{
    beginResetModel();
    m_keys = table.keyNames();
    m_table = std::move(table);
    endResetModel();
}

int NumberTableModel::rowCount(const QModelIndex& parent) const { return m_table && !parent.isValid() ? m_table->rows() : 0; }

int NumberTableModel::columnCount(const QModelIndex& parent) const
{
    return m_table && !parent.isValid() ? int(m_keys.size()) + m_table->columns() : 0;
}

double NumberTableModel::number(const QModelIndex& index) const
{
    const int column = index.column() - int(m_keys.size());
    return column < 0 || m_table->isMasked(index.row(), column) ? std::numeric_limits<double>::quiet_NaN()
                                                                : m_table->number(index.row(), column);
}

QVariant NumberTableModel::data(const QModelIndex& index, int role) const
{
    if (!m_table || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int column = index.column() - int(m_keys.size());
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (column < 0 || std::isnan(number(index)) ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != ExactRole)
        return {};
    if (column < 0)
        return m_table->key(index.row(), index.column());
    return role == Qt::DisplayRole ? m_table->shown(index.row(), column) : m_table->copied(index.row(), column);
}

QVariant NumberTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || !m_table || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return section;
    const int column = section - int(m_keys.size());
    return column < 0 ? m_keys[section] : m_table->columnName(column);
}

void ShownRows::search(const QString& text)
{
    m_wanted = text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool ShownRows::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto has = [&](const QString& word) {
        for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
            const QModelIndex index = sourceModel()->index(row, column, parent);
            for (const int role : {int(Qt::DisplayRole), NumberTableModel::ExactRole})
                if (index.data(role).toString().contains(word, Qt::CaseInsensitive))
                    return true;
        }
        return false;
    };
    return std::ranges::all_of(m_wanted, has);
}

bool ShownRows::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto* const table = static_cast<const NumberTableModel*>(sourceModel());
    const double a = table->number(left), b = table->number(right);
    if (!std::isnan(a) && !std::isnan(b))
        return a < b;
    if (std::isnan(a) != std::isnan(b)) // words after numbers
        return std::isnan(b);
    bool isA = false, isB = false;
    const int keyA = left.data().toString().toInt(&isA), keyB = right.data().toString().toInt(&isB);
    return isA && isB ? keyA < keyB : left.data().toString().localeAwareCompare(right.data().toString()) < 0;
}

} // namespace widgets
