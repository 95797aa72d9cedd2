#include "widgets/figure/number_files.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/visible_token.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtEndian>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

bool fitFloat(const std::vector<double>& values) { return std::all_of(values.begin(), values.end(), fitsFloat); }

template <class Number>
void appendNumber(QByteArray& bytes, double value)
{
    const Number narrow = Number(value);
    char raw[sizeof(Number)];
    qToLittleEndian(narrow, raw);
    bytes.append(raw, sizeof raw);
}

QByteArray rawNumbers(const std::vector<double>& values, bool isFloat)
{
    QByteArray bytes;
    bytes.reserve(qsizetype(values.size()) * (isFloat ? 4 : 8));
    for (const double value : values)
        isFloat ? appendNumber<float>(bytes, value) : appendNumber<double>(bytes, value);
    return bytes;
}

/// A set whose last axis are named columns ("x", "value"): each row is a line of the table, not each number.
bool hasColumns(const NumberSet& set) { return set.axes.size() == 2 && set.axes[1] == "value"; }

/// One line of the table: what is in which column.
using Line = QMap<QString, QByteArray>;

void addLines(std::vector<Line>& lines, const NumberSet& set)
{
    const std::size_t columns = hasColumns(set) ? std::size_t(set.shape[1]) : 1;
    const qsizetype axes = hasColumns(set) ? 1 : set.axes.size();
    for (std::size_t i = 0; i + columns <= set.values.size(); i += columns) {
        Line line{{"series", csvField(set.name).toUtf8()}};
        std::size_t rest = i / columns;
        for (qsizetype axis = axes - 1; axis >= 0; --axis) {
            const std::size_t length = std::size_t(std::max<core::Index>(1, set.shape[std::size_t(axis)]));
            const std::size_t index = rest % length;
            rest /= length;
            line[set.axes[axis]] = QByteArray::number(qulonglong(index));
            if (std::size_t(axis) < set.labels.size() && !set.labels[std::size_t(axis)].isEmpty())
                line[set.axes[axis] + " label"] = csvField(set.labels[std::size_t(axis)][qsizetype(index)]).toUtf8();
        }
        for (std::size_t column = 0; column < columns; ++column)
            line[columns == 1 ? "value" : set.labels[1][qsizetype(column)]] = exactNumber(set.values[i + column]).toLatin1();
        lines.push_back(std::move(line));
    }
}

} // namespace

QString csvField(const QString& words)
{
    static const QRegularExpression special(QStringLiteral("[\",\r\n]"));
    const QString safe = withoutFormula(withoutIsolates(words));
    return safe.contains(special) ? u'"' + QString(safe).replace(u'"', QStringLiteral("\"\"")) + u'"' : safe;
}

QByteArray csvOf(const std::vector<NumberSet>& sets)
{
    std::vector<Line> lines;
    for (const NumberSet& set : sets)
        addLines(lines, set);
    QStringList columns{"series", "tile row", "tile row label", "tile column", "tile column label", "row", "row label", "column",
        "column label", "point", "x", "from", "to", "count", "value"};
    for (const Line& line : lines) // axes of other classes
        for (const QString& column : line.keys())
            if (!columns.contains(column))
                columns.insert(columns.size() - 1, column);
    columns.removeIf([&](const QString& column) {
        return std::none_of(lines.begin(), lines.end(), [&](const Line& line) { return line.contains(column); });
    });
    QByteArray csv = QString(columns.join(',')).replace(' ', '_').toUtf8() + '\n';
    for (const Line& line : lines) {
        for (qsizetype i = 0; i < columns.size(); ++i)
            csv += (i == 0 ? QByteArray() : QByteArray(",")) + line.value(columns[i]);
        csv += '\n';
    }
    return csv;
}

QByteArray npyOf(const NumberSet& set)
{
    const bool isFloat = fitFloat(set.values);
    QStringList shape;
    for (const core::Index length : set.shape)
        shape << QString::number(qlonglong(length));
    QByteArray header = "{'descr': '" + QByteArray(isFloat ? "<f4" : "<f8") + "', 'fortran_order': False, 'shape': ("
        + shape.join(", ").toLatin1() + (shape.size() == 1 ? ",), }" : "), }");
    const qsizetype before = 10; // magic, version, length of the header
    header.append(63 - (before + header.size()) % 64, ' '); // the numbers begin at a multiple of 64
    header.append('\n');
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file.append(char(header.size() & 0xff)).append(char(header.size() >> 8));
    return file + header + rawNumbers(set.values, isFloat);
}

QByteArray safetensorsOf(const std::vector<NumberSet>& sets, const QMap<QString, QString>& metadata)
{
    QJsonObject header, words;
    for (auto word = metadata.begin(); word != metadata.end(); ++word)
        words[word.key()] = word.value();
    QByteArray numbers;
    // Wide numbers first, so that each array begins at a multiple of its numbers' size.
    for (const bool isFloat : {false, true})
        for (const NumberSet& set : sets) {
            if (fitFloat(set.values) != isFloat)
                continue;
            const qsizetype begin = numbers.size();
            numbers += rawNumbers(set.values, isFloat);
            QJsonArray shape;
            for (const core::Index length : set.shape)
                shape.append(qint64(length));
            header[set.name] = QJsonObject{
                {"dtype", isFloat ? "F32" : "F64"}, {"shape", shape}, {"data_offsets", QJsonArray{begin, numbers.size()}}};
            for (std::size_t axis = 0; axis < set.labels.size(); ++axis)
                if (!set.labels[axis].isEmpty())
                    words["labels/" + set.name + "/" + set.axes[qsizetype(axis)]] = QString::fromUtf8(
                        QJsonDocument(QJsonArray::fromStringList(set.labels[axis])).toJson(QJsonDocument::Compact));
        }
    header["__metadata__"] = words;
    QByteArray head = QJsonDocument(header).toJson(QJsonDocument::Compact);
    head.append((8 - head.size() % 8) % 8, ' ');
    char length[8];
    qToLittleEndian(quint64(head.size()), length);
    return QByteArray(length, 8) + head + numbers;
}

} // namespace widgets
