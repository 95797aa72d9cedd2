#include "widgets/views/atlas/model_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

constexpr double pitchLines = 1.5, closePitch = 1.2; // lines of type from row to row, where all rows have room and where not
constexpr double headLines = 1.6, footLines = 0.2;
constexpr double leftLines = 1.3; // of the marks
constexpr double gapLines = 0.75, closestLines = 0.4; // between columns
constexpr double bar = 4;    // px of ordinary type
constexpr double widest = 3; // times the usual gap between columns
constexpr std::array typeSizes{1.0, 0.92, 0.85}; // of the usual, the first in which all columns have room

} // namespace

/// Where everything is, px.
struct ModelTable::Places
{
    QFont plain, bold;
    QRectF room;
    double line = 0, head = 0, pitch = 0;
    double left = 0;                // of the first column, behind the marks
    std::vector<double> lefts, rights; // of the columns that have room
    int rows = 0;                   // that are not pinned and have room
    int first = 0;                  // of these
};

ModelTable::ModelTable(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void ModelTable::setRows(std::vector<ModelColumn> columns, std::vector<ModelRow> rows, int from)
{
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    m_pinned = int(std::ranges::count_if(m_rows, &ModelRow::isPinned));
    m_from = from;
    m_widths.all.clear();
    setSize(int(m_rows.size()), 1);
}

void ModelTable::setSorted(int column, bool isDownwards)
{
    m_sorted = column;
    m_isDownwards = isDownwards;
}

ModelTable::Places ModelTable::places() const
{
    Places at;
    at.room = QRectF(mKeyAxis->axisRect()->rect());
    const double right = at.room.right() - 3 * bar;
    const QFont plain = tickFont(style()), bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const std::vector<double>& ordinary = this->widths(plain, bold);
    const double sum = std::accumulate(ordinary.begin(), ordinary.end(), 0.0), gaps = std::max(1.0, double(ordinary.size()) - 1);
    const double ordinaryLine = QFontMetricsF(bold, mParentPlot).height();
    const auto gapAt = [&](double size) {
        return (right - at.room.left() - size * (leftLines * ordinaryLine + sum)) / gaps / (size * ordinaryLine);
    };
    const auto fitting = std::ranges::find_if(typeSizes, [&](double size) { return gapAt(size) >= closestLines; });
    const double size = fitting == typeSizes.end() ? 1 : *fitting;
    const auto sized = [&](QFont font) {
        font.setPointSizeF(size * font.pointSizeF());
        return font;
    };
    at.plain = sized(plain);
    at.bold = sized(bold);
    at.line = size * ordinaryLine;
    at.head = headLines * at.line;
    at.left = at.room.left() + leftLines * at.line;
    const double high = at.room.height() - at.head - footLines * at.line;
    at.pitch = (high >= pitchLines * at.line * double(m_rows.size()) ? pitchLines : closePitch) * at.line;
    at.rows = std::clamp(int(high / at.pitch) - m_pinned, 0, int(m_rows.size()) - m_pinned);
    at.first = std::clamp(m_from, 0, int(m_rows.size()) - m_pinned - at.rows);

    // Columns as wide as their longest text, then what is left between them; all of them closer together, where that is enough.
    std::vector<double> all;
    for (const double width : ordinary)
        all.push_back(size * width);
    const double each = gapAt(size) * at.line;
    const double gap = each >= closestLines * at.line ? std::min(each, gapLines * at.line) : gapLines * at.line;
    std::vector<double> widths;
    double taken = 0;
    for (const double width : all) {
        const double before = widths.empty() ? 0 : gap;
        if (!widths.empty() && at.left + taken + before + width > right + 0.5)
            break;
        widths.push_back(width);
        taken += width + before;
    }
    const double spare = widths.size() > 1 ? (right - at.left - taken) / double(widths.size() - 1) : 0;
    const double between = gap + std::clamp(spare, 0.0, (widest - 1) * gap);
    double x = at.left;
    for (const double width : widths) {
        at.lefts.push_back(x);
        at.rights.push_back(x + width);
        x += width + between;
    }
    return at;
}

/// Each column as wide as its longest text. Four thousand texts: measured once.
const std::vector<double>& ModelTable::widths(const QFont& plain, const QFont& bold) const
{
    std::vector<double>& all = m_widths.all;
    if (!all.empty() && m_widths.plain == plain && m_widths.bold == bold && m_widths.sorted == m_sorted)
        return all;
    m_widths = {plain, bold, m_sorted, {}};
    const QFontMetricsF ordinary(plain, mParentPlot), strong(bold, mParentPlot);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        double width = strong.horizontalAdvance(m_columns[i].title) + (int(i) == m_sorted ? 0.9 * strong.height() : 0);
        for (const ModelRow& row : m_rows)
            width = std::max(
                width, (row.mark == ModelRow::Plain ? ordinary : strong).horizontalAdvance(row.cells.value(qsizetype(i))));
        all.push_back(width);
    }
    return all;
}

double ModelTable::fullWidth() const
{
    const QFont bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const double line = QFontMetricsF(bold, mParentPlot).height();
    double width = leftLines * line + 3 * bar + 1;
    for (const double one : widths(tickFont(style()), bold))
        width += one + gapLines * line;
    return width;
}

double ModelTable::fullHeight() const
{
    const double line = QFontMetricsF(figureFont(style(), style().tickPoints, QFont::DemiBold), mParentPlot).height();
    return (headLines + footLines + pitchLines * double(m_rows.size())) * line + 1;
}

int ModelTable::nameAt(const QPointF& pixel) const
{
    const int row = cellAt(pixel).row;
    if (row < 0 || row >= int(m_rows.size()) || !m_rows[std::size_t(row)].isLive)
        return -1;
    const Places at = places();
    const QFontMetricsF metrics(at.bold, mParentPlot);
    const double end = at.lefts.front() + metrics.horizontalAdvance(m_rows[std::size_t(row)].cells.value(0));
    return pixel.x() >= at.lefts.front() && pixel.x() <= end ? row : -1;
}

int ModelTable::fitting() const { return places().rows; }
int ModelTable::first() const { return places().first; }

QStringList ModelTable::shownColumns() const
{
    QStringList ids;
    for (std::size_t i = 0; i < places().lefts.size(); ++i)
        ids << m_columns[i].id;
    return ids;
}

int ModelTable::headingAt(const QPointF& pixel) const
{
    const Places at = places();
    if (pixel.y() < at.room.top() || pixel.y() > at.room.top() + at.head)
        return -1;
    for (std::size_t i = 0; i < at.lefts.size(); ++i)
        if (pixel.x() >= at.lefts[i] - space::xs && pixel.x() <= at.rights[i] + space::xs)
            return int(i);
    return -1;
}

Cell ModelTable::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const Places at = places();
    const int line = int(std::floor((pixel.y() - at.room.top() - at.head) / at.pitch));
    if (pixel.y() < at.room.top() + at.head || line >= m_pinned + at.rows)
        return {};
    return {line < m_pinned ? line : line + at.first, 0};
}

std::vector<NumberSet> ModelTable::numbers() const
{
    NumberSet set{name(), {"row", "value"}, {core::Index(m_rows.size()), 0}, {}, {{}, {}}};
    for (const ModelColumn& column : m_columns)
        if (column.isNumber)
            set.labels[1] << column.id;
    set.shape[1] = core::Index(set.labels[1].size());
    for (const ModelRow& row : m_rows) {
        set.labels[0] << row.cells.value(0);
        set.values.insert(set.values.end(), row.numbers.begin(), row.numbers.end());
    }
    return {set};
}

WrittenNumber ModelTable::writtenAt(const QPointF& pixel) const
{
    const Cell cell = cellAt(pixel);
    if (cell.isNone() || cell.row >= int(m_rows.size()))
        return {};
    const Places at = places();
    const ModelRow& row = m_rows[std::size_t(cell.row)];
    int number = -1;
    for (std::size_t i = 0; i < at.lefts.size(); ++i) {
        const ModelColumn& column = m_columns[i];
        number += column.isNumber ? 1 : 0;
        const double end = i + 1 < at.lefts.size() ? (at.rights[i] + at.lefts[i + 1]) / 2 : at.room.right();
        if (pixel.x() > end)
            continue;
        const bool hasDigits
            = column.isNumber && number < int(row.numbers.size()) && std::isfinite(row.numbers[std::size_t(number)]);
        return i == 0 ? WrittenNumber()
                      : WrittenNumber{row.cells.value(qsizetype(i)), {row.cells.value(0), column.title},
                          hasDigits ? cell.row : -1, hasDigits ? number : -1};
    }
    return {};
}

void ModelTable::drawHead(QCPPainter* painter, const Places& at) const
{
    const Theme& theme = themeOf(style());
    painter->setFont(at.plain);
    for (std::size_t i = 0; i < at.lefts.size(); ++i) {
        const bool isSorted = int(i) == m_sorted;
        painter->setFont(isSorted ? at.bold : at.plain);
        painter->setPen(isSorted ? theme.accent : theme.text2);
        const QString text
            = m_columns[i].title + (isSorted ? (m_isDownwards ? QStringLiteral(" ▾") : QStringLiteral(" ▴")) : QString());
        const QRectF place(at.lefts[i], at.room.top(), at.rights[i] - at.lefts[i], at.head - 2);
        painter->drawText(place.adjusted(m_columns[i].isNumber ? -200 : 0, 0, m_columns[i].isNumber ? 0 : 200, 0),
            int(m_columns[i].isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    }
    painter->setPen(QPen(theme.border, 1));
    const double y = at.room.top() + at.head - 1;
    painter->drawLine(QLineF(at.room.left(), y, at.room.right() - 2 * bar, y));
}

void ModelTable::drawRow(QCPPainter* painter, const Places& at, const ModelRow& row, double top) const
{
    const Theme& theme = themeOf(style());
    const QColor color = row.mark == ModelRow::MineA ? theme.slotA : row.mark == ModelRow::Plain ? theme.text : theme.slotB;
    const QRectF whole(at.room.left(), top, at.room.width() - 2 * bar, at.pitch);
    if (row.mark != ModelRow::Plain) {
        QColor shade = color;
        shade.setAlphaF(0.12F);
        painter->setPen(Qt::NoPen);
        painter->setBrush(shade);
        painter->drawRect(whole);
        painter->setBrush(color);
        const QPointF centre(at.room.left() + 0.6 * at.line, whole.center().y());
        const double radius = 0.24 * at.line;
        if (row.mark == ModelRow::MineA)
            painter->drawEllipse(centre, radius, radius);
        else
            painter->drawPolygon(QPolygonF{centre + QPointF(0, -1.3 * radius), centre + QPointF(1.3 * radius, 0),
                centre + QPointF(0, 1.3 * radius), centre + QPointF(-1.3 * radius, 0)});
        painter->setBrush(Qt::NoBrush);
    }
    for (std::size_t i = 0; i < at.lefts.size(); ++i) {
        const bool isMuted = i < row.areMuted.size() && row.areMuted[i];
        const bool isMarked = row.mark != ModelRow::Plain && !isMuted;
        painter->setFont(isMarked ? at.bold : at.plain);
        const bool isFact = i < row.areFacts.size() && row.areFacts[i], isLink = i == 0 && row.isLive;
        painter->setPen(isMarked ? color : isFact ? theme.warning : isLink ? theme.accent : isMuted ? theme.text2 : theme.text);
        const QRectF place(at.lefts[i], top, at.rights[i] - at.lefts[i] + 2, at.pitch);
        painter->drawText(
            place, int(m_columns[i].isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, row.cells.value(qsizetype(i)));
    }
    painter->setPen(QPen(theme.border, 0.5));
    painter->drawLine(whole.bottomLeft(), whole.bottomRight());
}

/// Where the rows shown are among all; nothing where all are shown.
void ModelTable::drawBar(QCPPainter* painter, const Places& at) const
{
    const int all = int(m_rows.size()) - m_pinned;
    if (all <= at.rows)
        return;
    const Theme& theme = themeOf(style());
    const double top = at.room.top() + at.head + m_pinned * at.pitch, height = at.rows * at.pitch;
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.border);
    painter->drawRoundedRect(QRectF(at.room.right() - bar, top, bar, height), bar / 2, bar / 2);
    painter->setBrush(theme.text2);
    painter->drawRoundedRect(
        QRectF(at.room.right() - bar, top + height * at.first / all, bar, height * at.rows / all), bar / 2, bar / 2);
    painter->setBrush(Qt::NoBrush);
}

void ModelTable::draw(QCPPainter* painter)
{
    const Places at = places();
    painter->setAntialiasing(true);
    drawHead(painter, at);
    double top = at.room.top() + at.head;
    for (int line = 0; line < m_pinned + at.rows; ++line, top += at.pitch) {
        const int row = line < m_pinned ? line : line + at.first;
        drawRow(painter, at, m_rows[std::size_t(row)], top);
        if (hovered().row == row && m_rows[std::size_t(row)].mark == ModelRow::Plain) {
            QColor shade = themeOf(style()).accent;
            shade.setAlphaF(0.08F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(shade);
            painter->drawRect(QRectF(at.room.left(), top, at.room.width() - 2 * bar, at.pitch));
            painter->setBrush(Qt::NoBrush);
        }
    }
    drawBar(painter, at);
}

} // namespace widgets
