#include "widgets/plot/number_table.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/masked_cells.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/table_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace widgets {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();
constexpr int shownDigits = 4;

/// The fields of all lines.
std::vector<QStringList> fieldsOf(const QString& csv)
{
    std::vector<QStringList> lines;
    QStringList line;
    QString field;
    bool isQuoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const QChar c = csv[i];
        if (isQuoted && c == u'"' && i + 1 < csv.size() && csv[i + 1] == u'"')
            field += csv[++i];
        else if (c == u'"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (c == u',' || c == u'\n')) {
            line << std::exchange(field, {});
            if (c == u'\n')
                lines.push_back(std::exchange(line, {}));
        } else {
            field += c;
        }
    }
    if (!line.isEmpty() || !field.isEmpty())
        lines.push_back(line << field);
    return lines;
}

const QRegularExpression& formula()
{
    static const QRegularExpression sign(QStringLiteral("^[=+@\t\r-]"));
    return sign;
}

/// Whether a column of a file has indices: by its name, and as all that it has are whole numbers and words.
bool hasIndices(const QString& column, const std::vector<QStringList>& lines, qsizetype at)
{
    static const QStringList names{QStringLiteral("layer"), QStringLiteral("head"), QStringLiteral("kv_head"),
        QStringLiteral("query"), QStringLiteral("key"), QStringLiteral("position"), QStringLiteral("peak_position"),
        QStringLiteral("neuron"), QStringLiteral("dim"), QStringLiteral("dimension"), QStringLiteral("pair"),
        QStringLiteral("channel"), QStringLiteral("lane"), QStringLiteral("expert"), QStringLiteral("index"),
        QStringLiteral("row"), QStringLiteral("column")};
    static const QRegularExpression number(QStringLiteral("^-|[.e]")), digits(QStringLiteral("^[0-9]"));
    return names.contains(column) && std::ranges::none_of(lines, [&](const QStringList& line) {
        const QString cell = line.value(at);
        return cell.contains(digits) && cell.contains(number);
    });
}

} // namespace

QString withoutFormula(const QString& words) { return words.contains(formula()) ? QLatin1Char('\'') + words : words; }

QString tsvLine(const QStringList& fields)
{
    static const QRegularExpression breaks(QStringLiteral("[\t\r\n]"));
    QStringList safe;
    for (QString field : fields) {
        bool isNumber = false;
        field.toDouble(&isNumber);
        safe << (isNumber ? field : withoutFormula(field)).replace(breaks, QStringLiteral(" "));
    }
    return safe.join(QLatin1Char('\t'));
}

NumberTable::NumberTable(NumberSet numbers, std::vector<bool> areMasked)
    : m_numbers(std::move(numbers))
    , m_areMasked(std::move(areMasked))
    , m_columns(m_numbers.shape.size() > 1 ? int(m_numbers.shape.back()) : 1)
{
    m_rows = m_columns > 0 ? int(m_numbers.values.size()) / m_columns : 0;
}

NumberTable NumberTable::ofCsv(const QString& name, const QString& csv, CellWord wordOf)
{
    NumberTable table;
    table.m_wordOf = wordOf;
    table.m_numbers.name = name;
    table.m_words = fieldsOf(csv);
    if (table.m_words.empty())
        return table;
    table.m_head = table.m_words.front();
    table.m_words.erase(table.m_words.begin());
    table.m_rows = int(table.m_words.size());
    table.m_columns = int(table.m_head.size());
    for (QStringList& line : table.m_words)
        for (QString& field : line)
            if (field.startsWith(QLatin1Char('\'')) && field.mid(1).contains(formula()))
                field.remove(0, 1); // it was for a spreadsheet
    for (qsizetype column = 0; column < table.m_head.size(); ++column)
        table.m_areIndices.push_back(hasIndices(table.m_head[column], table.m_words, column));
    return table;
}

QString NumberTable::shownName() const { return m_head.isEmpty() ? partWord(m_numbers.name) : m_numbers.name; }

QStringList NumberTable::keyNames() const
{
    QStringList names;
    for (qsizetype axis = 0; axis < std::max<qsizetype>(1, m_numbers.axes.size() - 1) && axis < m_numbers.axes.size(); ++axis)
        names << tableWord(m_numbers.axes[axis]);
    return names;
}

QString NumberTable::key(int row, int axis) const
{
    const auto keys = int(keyNames().size());
    core::Index index = row;
    for (int inner = keys - 1; inner > axis; --inner)
        index /= std::max<core::Index>(1, m_numbers.shape[std::size_t(inner)]);
    index %= std::max<core::Index>(1, m_numbers.shape[std::size_t(axis)]);
    return labelOf(axis, index);
}

QString NumberTable::labelOf(qsizetype axis, core::Index index) const
{
    static const QStringList areTokens{QStringLiteral("query"), QStringLiteral("key")};
    const QStringList labels = std::size_t(axis) < m_numbers.labels.size() ? m_numbers.labels[std::size_t(axis)] : QStringList();
    if (labels.isEmpty())
        return countedText(index);
    const QString label = labels.value(qsizetype(index));
    return areTokens.contains(m_numbers.axes.value(axis)) ? countedText(index) + QLatin1Char(' ') + label : label;
}

QString NumberTable::rowName(int row) const
{
    const QStringList names = keyNames();
    QStringList keys;
    for (int axis = 0; axis < names.size(); ++axis) {
        const bool hasLabels = std::size_t(axis) < m_numbers.labels.size() && !m_numbers.labels[std::size_t(axis)].isEmpty();
        keys << (hasLabels ? key(row, axis) : names[axis] + QLatin1Char(' ') + key(row, axis));
    }
    return names.isEmpty() ? m_words[std::size_t(row)].value(0) : keys.join(QStringLiteral(" · "));
}

QString NumberTable::columnName(int column) const
{
    if (!m_head.isEmpty())
        return columnWord(m_head.value(column), !m_words.empty() && std::isnan(number(0, column)));
    if (m_numbers.shape.size() < 2)
        return tableWord(QStringLiteral("value"));
    const QStringList labels
        = m_numbers.labels.size() == m_numbers.shape.size() ? m_numbers.labels.back() : QStringList();
    const bool areIds = m_numbers.axes.last() == QLatin1String("value"); // else tokens and names
    return areIds && !labels.isEmpty() ? tableWord(labels.value(column)) : labelOf(m_numbers.axes.size() - 1, column);
}

bool NumberTable::isMasked(int row, int column) const
{
    const std::size_t at = std::size_t(row) * std::size_t(m_columns) + std::size_t(column);
    return at < m_areMasked.size() && m_areMasked[at];
}

double NumberTable::number(int row, int column) const
{
    if (m_words.empty())
        return m_numbers.values[std::size_t(row) * std::size_t(m_columns) + std::size_t(column)];
    bool isNumber = false;
    const double number = m_words[std::size_t(row)].value(column).toDouble(&isNumber);
    return isNumber ? number : noNumber;
}

QString NumberTable::shown(int row, int column) const
{
    if (isMasked(row, column))
        return tableWord(QStringLiteral("masked"));
    const double value = number(row, column);
    if (!m_words.empty()) {
        const QString word = m_words[std::size_t(row)].value(column);
        const bool isCount = !word.contains(QLatin1Char('.')) && !word.contains(QLatin1Char('e')); // with all its digits
        if (std::isnan(value) && m_wordOf)
            return m_wordOf(m_head.value(column), word);
        return std::isnan(value) || isCount ? exact(row, column) : formatNumber(value, shownDigits);
    }
    return formatNumber(value, shownDigits);
}

QString NumberTable::exact(int row, int column) const
{
    if (m_words.empty())
        return exactNumber(number(row, column));
    const QString word = m_words[std::size_t(row)].value(column);
    bool isIndex = false;
    const qlonglong index = m_areIndices[std::size_t(column)] ? word.toLongLong(&isIndex) : 0;
    return isIndex ? countedText(index) : word;
}

QString NumberTable::copied(int row, int column) const
{
    const bool isWord = !m_words.empty() && std::isnan(number(row, column));
    return isWord || isMasked(row, column) ? shown(row, column) : exact(row, column);
}

std::vector<std::pair<NumberTable, const QCPAbstractPlottable*>> plottedTables(const Plot& plot)
{
    std::vector<std::pair<NumberTable, const QCPAbstractPlottable*>> tables;
    for (PlottedPart& part : plottedParts(plot)) {
        std::vector<bool> masked = maskedCells(part);
        tables.emplace_back(NumberTable(std::move(part.numbers), std::move(masked)), part.plottable);
    }
    return tables;
}

} // namespace widgets
