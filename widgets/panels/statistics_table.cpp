#include "widgets/panels/statistics_table.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QResizeEvent>

#include <cmath>

namespace widgets {

namespace {

constexpr int kExact = Qt::UserRole; // what is copied
constexpr int kRowId = Qt::UserRole + 1;

core::Index offsetOf(const core::Tensor& tensor, const std::vector<core::Index>& place)
{
    core::Index offset = 0;
    for (std::size_t i = 0; i < place.size(); ++i)
        offset = offset * tensor.shape()[i] + place[i];
    return offset;
}

QString axesText(const core::Tensor& tensor)
{
    QStringList words;
    for (const std::string& word : tensor.axes())
        words << QString::fromStdString(word);
    return words.join(QStringLiteral(" × "));
}

} // namespace

StatisticsTable::StatisticsTable(QWidget* parent)
    : QTableWidget(0, 2, parent)
{
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    horizontalHeader()->hide();
    verticalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    connect(this, &QTableWidget::itemDoubleClicked, this, &StatisticsTable::copyCurrent);
}

void StatisticsTable::addRow(const char* id, const QString& label, const QString& text, const QString& exact)
{
    const int row = rowCount();
    insertRow(row);
    auto* name = new QTableWidgetItem(label);
    name->setForeground(currentTheme().text2);
    auto* value = new QTableWidgetItem(text);
    value->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setData(kExact, exact);
    value->setData(kRowId, QString::fromLatin1(id));
    setItem(row, 0, name);
    setItem(row, 1, value);
}

void StatisticsTable::showNumbers(
    const core::Tensor& tensor, const core::Statistics& numbers, const std::vector<core::Index>& place, bool isReplaced)
{
    setRowCount(0);
    setAccessibleName(tr("Statistics"));
    const auto addNumber = [&](const char* id, const QString& label, double value) {
        addRow(id, label, formatNumber(value, 4), exactText(float(value)));
    };
    const QString shape = formatShape({tensor.shape().data(), tensor.shape().size()});
    addRow("shape", tr("shape"), shape, QString::fromStdString(core::shapeText(tensor.shape())));
    addRow("axes", tr("axes"), axesText(tensor), axesText(tensor));
    addRow("dtype", tr("type"), QStringLiteral("float32"), QStringLiteral("float32"));
    if (!place.empty()) {
        const float value = tensor.data()[offsetOf(tensor, place)];
        const bool isMasked = std::isinf(value) && value < 0;
        QStringList indices;
        for (const core::Index at : place)
            indices << countedText(at);
        addRow("value", tr("at [%1]").arg(indices.join(QStringLiteral(", "))),
            isMasked ? maskedText() : formatNumber(double(value), 4), exactText(value));
    }
    if (numbers.finite > 0) {
        addNumber("min", tr("min"), numbers.min);
        addNumber("max", tr("max"), numbers.max);
        addNumber("mean", tr("mean"), numbers.mean);
        addNumber("std", tr("standard deviation"), numbers.standardDeviation);
        addNumber("norm", tr("norm"), numbers.norm);
    }
    const auto addCount = [&](const char* id, const QString& label, std::size_t count) {
        if (count > 0)
            addRow(id, label, formatCount(std::int64_t(count)), QString::number(count));
    };
    addCount("masked", tr("masked (−∞)"), numbers.masked);
    addCount("nan", tr("not a number"), numbers.nan);
    addCount("infinite", tr("infinite"), numbers.infinite);
    if (isReplaced)
        addRow("replaced", tr("replaced"), tr("by an intervention"), {});
    fitRows();
}

/// Each is as high as its words at this width.
void StatisticsTable::fitRows()
{
    resizeRowsToContents();
    setMaximumHeight(verticalHeader()->length() + 2 * frameWidth());
}

QString StatisticsTable::textOf(const QString& rowId) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (item(row, 1)->data(kRowId).toString() == rowId)
            return item(row, 1)->text();
    return {};
}

QString StatisticsTable::exactValue() const
{
    const int current = hasFocus() ? currentRow() : -1;
    for (int row = 0; row < rowCount(); ++row)
        if (row == current || (current < 0 && item(row, 1)->data(kRowId).toString() == QLatin1String("value")))
            return item(row, 1)->data(kExact).toString();
    return {};
}

void StatisticsTable::copyCurrent()
{
    if (const QTableWidgetItem* const value = item(currentRow(), 1))
        QGuiApplication::clipboard()->setText(value->data(kExact).toString());
}

void StatisticsTable::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitRows();
}

void StatisticsTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyCurrent();
    else
        QTableWidget::keyPressEvent(event);
}

} // namespace widgets
