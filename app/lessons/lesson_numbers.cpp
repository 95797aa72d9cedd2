#include "app/lessons/lesson_numbers.h"

#include "core/trace/tensor_slice.h"
#include "widgets/plot/number_format.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace app {

namespace {

constexpr const char* takes[] = {"mean", "rms", "sum", "min", "max", "count"};
constexpr core::Index maxNumbers = 1'000'000;

/// The fields of one line and where the next line begins; a quoted field may hold commas and line ends.
QStringList fieldsAt(const QString& text, qsizetype& at)
{
    QStringList fields(QString{});
    bool isQuoted = false;
    for (; at < text.size(); ++at) {
        const QChar letter = text[at];
        if (letter == QLatin1Char('"')) {
            if (isQuoted && at + 1 < text.size() && text[at + 1] == QLatin1Char('"'))
                fields.back() += text[++at];
            else
                isQuoted = !isQuoted;
        } else if (!isQuoted && letter == QLatin1Char(','))
            fields << QString();
        else if (!isQuoted && letter == QLatin1Char('\n')) {
            ++at;
            return fields;
        } else
            fields.back() += letter;
    }
    return fields;
}

/// The indices of an axis of this length that `wanted` names; all of them for undefined.
std::vector<core::Index> indicesOf(const QJsonValue& wanted, core::Index length)
{
    const auto fromEnd = [&](double index) { return core::Index(index < 0 ? double(length) + index : index); };
    std::vector<core::Index> indices;
    if (wanted.isUndefined() || wanted.isObject()) {
        const QJsonObject range = wanted.toObject();
        const core::Index first = fromEnd(range["from"].toDouble(0)), last = fromEnd(range["to"].toDouble(-1));
        for (core::Index i = std::max<core::Index>(0, first); i <= std::min(last, length - 1); ++i)
            indices.push_back(i);
        return indices;
    }
    for (const QJsonValue& one : wanted.isArray() ? wanted.toArray() : QJsonArray{wanted})
        if (const core::Index index = fromEnd(one.toDouble()); one.isDouble() && index >= 0 && index < length)
            indices.push_back(index);
    return indices;
}

} // namespace

CsvTable::CsvTable(const QByteArray& csv)
{
    const QString text = QString::fromUtf8(csv);
    qsizetype at = 0;
    m_columns = fieldsAt(text, at);
    while (at < text.size())
        m_rows.push_back(fieldsAt(text, at));
}

std::optional<QString> CsvTable::cell(int row, const QString& column) const
{
    const qsizetype at = m_columns.indexOf(column);
    if (at < 0 || row < 0 || row >= rows())
        return {};
    return m_rows[std::size_t(row)].value(at);
}

double CsvTable::number(int row, const QString& column) const
{
    bool isNumber = false;
    const double value = cell(row, column).value_or(QString()).toDouble(&isNumber);
    return isNumber ? value : std::numeric_limits<double>::quiet_NaN();
}

double CsvTable::storedNumber(int row, const QString& column) const
{
    const double value = number(row, column);
    const float stored = float(value);
    return widgets::exactText(stored) == cell(row, column).value_or(QString()) ? double(stored) : value;
}

double CsvTable::largest(const QString& column) const
{
    double most = -std::numeric_limits<double>::infinity();
    for (int row = 0; row < rows(); ++row)
        if (const double value = number(row, column); value > most)
            most = value;
    return most;
}

bool CsvTable::matches(int row, const QString& column, const QJsonValue& wanted) const
{
    if (wanted.isString())
        return cell(row, column) == wanted.toString();
    const double value = number(row, column);
    const auto meant = [&](double said) { return said < 0 ? largest(column) + 1 + said : said; };
    if (wanted.isDouble())
        return value == meant(wanted.toDouble());
    if (wanted.isArray())
        return std::ranges::any_of(wanted.toArray(), [&](const QJsonValue& one) { return matches(row, column, one); });
    const QJsonObject range = wanted.toObject();
    return (!range.contains("from") || value >= meant(range["from"].toDouble()))
        && (!range.contains("to") || value <= meant(range["to"].toDouble()));
}

std::vector<int> CsvTable::rowsWhere(const QJsonObject& where) const
{
    std::vector<int> found(m_rows.size());
    std::iota(found.begin(), found.end(), 0);
    for (auto member = where.begin(); member != where.end(); ++member)
        std::erase_if(
            found, [&](int row) { return !m_columns.contains(member.key()) || !matches(row, member.key(), member.value()); });
    return found;
}

std::vector<double> numbersAt(const core::TraceEntry& entry, const QJsonObject& at)
{
    const core::Tensor& tensor = entry.tensor;
    core::TensorSlice slice;
    core::Index count = 1;
    for (int i = 0; i < tensor.rank(); ++i) {
        slice.indices.push_back(indicesOf(at[QString::fromStdString(tensor.axes()[std::size_t(i)])], tensor.dim(i)));
        count *= core::Index(slice.indices.back().size());
    }
    for (auto member = at.begin(); member != at.end(); ++member)
        if (tensor.axisIndex(member.key().toStdString()) < 0)
            return {};
    if (count == 0 || count > maxNumbers)
        return {};
    const core::SlicePlaces places(slice, tensor.shape());
    std::vector<double> numbers;
    for (core::Index i = 0; i < places.size(); ++i)
        numbers.push_back(double(tensor.data()[places.at(i)]));
    return numbers;
}

std::optional<double> taken(const std::vector<double>& numbers, const QString& take)
{
    std::vector<double> all;
    std::ranges::copy_if(numbers, std::back_inserter(all), [](double value) { return std::isfinite(value); });
    if (all.empty() || (take.isEmpty() && all.size() > 1))
        return {};
    if (take.isEmpty())
        return all.front();
    if (take == QLatin1String("min") || take == QLatin1String("max")) {
        const auto [low, high] = std::ranges::minmax(all);
        return take == QLatin1String("min") ? low : high;
    }
    if (take == QLatin1String("count"))
        return double(std::ranges::count_if(all, [](double value) { return value != 0; }));
    const bool isSquared = take == QLatin1String("rms");
    double sum = 0;
    for (const double value : all)
        sum += isSquared ? value * value : value;
    return take == QLatin1String("sum") ? sum : isSquared ? std::sqrt(sum / double(all.size())) : sum / double(all.size());
}

bool knowsTake(const QString& take)
{
    return take.isEmpty() || std::ranges::any_of(takes, [&](const char* word) { return take == QLatin1String(word); });
}

QString takeWords()
{
    QStringList words;
    for (const char* word : takes)
        words << QLatin1String(word);
    return words.join(QStringLiteral(", "));
}

} // namespace app
