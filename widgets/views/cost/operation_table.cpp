#include "widgets/views/cost/operation_table.h"

#include "widgets/plot/plot.h"
#include "widgets/plot/title_element.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr double closest = 1.12;  // lines of type from row to row
constexpr double widest = 4;     // the same where there is room
constexpr double apart = 1.75;    // from here on each bar has its text at its end
constexpr double minBars = 0.34;  // of the width
constexpr double minBarPx = 56;   // of ordinary type
constexpr double maxName = 0.42;  // of the width
constexpr double minNoted = 8;    // lines of type: in less height nothing is said of what has no room

constexpr double legendSide = 0.62; // of a line, of the squares before the names of the bars
constexpr double leastFull = 0.05; // of the whole, for all the room: a bar of next to nothing is no long one
constexpr double longestWhisker = 1.4; // of the longest bar: what goes on has no end in the picture
constexpr int faintAlpha = 80;

/// Both texts of a row on one line.
QString joined(const TableRow& row)
{
    const bool hasBoth = !row.texts[0].isEmpty() && !row.texts[1].isEmpty();
    return row.texts[0] + (hasBoth ? QStringLiteral(" · ") : QString()) + row.texts[1];
}

} // namespace

/// Where everything is, px.
struct OperationTable::Places
{
    QFont plain, bold;
    double line = 0;          // px of a line of type
    double head = 0;          // px of the heading
    double pitch = 0;         // from row to row
    bool hasTextAtEach = false; // each bar has its text at its end
    const std::vector<TableRow>* rows = nullptr;
    std::size_t count = 0;    // of them that are shown
    bool isOneLine = true;    // of the heading
    double names = 0;         // px
    std::vector<std::size_t> columns; // of the content
    std::vector<double> rights;       // of each of these, px
    double left = 0, zero = 0, perNumber = 0; // of the bars
    double right = 0;         // px where bars and whiskers end at the latest
    double texts = 0;         // px at the ends of the bars
    bool isShort = false;     // only the second bar has its text
    double bars = 0;          // px where bars and their texts begin
    double legend = 0;        // left edge of the names of the bars
    QString note;             // which columns have no room; empty: all have, or the note has none
    double noteHeight = 0;    // px
};

OperationTable::OperationTable(QCustomPlot* plot, const FigureStyle& style, TableContent content)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_content(std::move(content))
{
    setLayer(QStringLiteral("main"));
    setMargins({});
    setSizeConstraintRect(scrOuterRect);
}

std::vector<NumberSet> OperationTable::numbers() const
{
    const auto width = core::Index(m_content.numberNames.size());
    NumberSet set{QStringLiteral("operations"), {"row", "value"}, {core::Index(m_content.rows.size()), width}, {},
        {{}, m_content.numberNames}};
    for (const TableRow& row : m_content.rows) {
        set.labels[0] << row.name;
        set.values.insert(set.values.end(), row.numbers.begin(), row.numbers.end());
    }
    return {set};
}

WrittenNumber OperationTable::writtenAt(const QPointF& pixel) const
{
    const Places at = places();
    const double line = (pixel.y() - rect().top() - at.head) / at.pitch;
    const bool isTotal = line >= double(at.count) && !m_content.total.name.isEmpty();
    if (line < 0 || (line >= double(at.count) && !isTotal) || pixel.y() > rect().bottom() + 1 - at.noteHeight)
        return {};
    const TableRow& row = isTotal ? m_content.total : (*at.rows)[std::size_t(line)];
    const auto same = std::ranges::find(m_content.rows, row.name, &TableRow::name);
    const int rowOfAll = isTotal || same == m_content.rows.end() ? -1 : int(same - m_content.rows.begin());
    const auto written = [&](const QString& text, const QString& name, std::size_t number) {
        const bool isKept = qsizetype(number) < m_content.numberNames.size();
        return WrittenNumber{text, {row.name, name}, isKept ? rowOfAll : -1, isKept ? int(number) : -1};
    };
    if (pixel.x() <= rect().left() + at.names)
        return {};
    for (std::size_t i = 0; i < at.columns.size(); ++i)
        if (const std::size_t column = at.columns[i]; pixel.x() <= at.rights[i])
            return written(row.cells.value(qsizetype(column)), m_content.columns[column].name, column);
    const std::size_t bar = line - std::floor(line) < 0.5 ? 0 : 1;
    return written(row.texts[bar], m_content.barNames[bar], m_content.columns.size() + bar);
}

const std::vector<TableRow>& OperationTable::shownRows() const { return *places().rows; }

QStringList OperationTable::shownColumns() const
{
    QStringList names;
    for (const std::size_t column : places().columns)
        names << m_content.columns[column].name;
    return names;
}

QString OperationTable::note() const { return places().note; }

OperationTable::Places OperationTable::places() const
{
    Places at;
    at.plain = tickFont(m_style);
    at.bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    at.line = QFontMetricsF(at.bold, mParentPlot).height();
    arrangeRows(at, 1.2 * at.line);
    arrangeColumns(at);
    if (!at.isOneLine) { // the names of the bars are one below the other
        arrangeRows(at, 2.3 * at.line);
        arrangeColumns(at);
    }
    noteLeftOut(at);
    if (at.noteHeight > 0) {
        arrangeRows(at, at.head);
        arrangeColumns(at);
    }
    return at;
}

void OperationTable::noteLeftOut(Places& at) const
{
    QStringList leftOut;
    for (std::size_t column = 0; column < m_content.columns.size(); ++column)
        if (std::ranges::find(at.columns, column) == at.columns.end())
            leftOut << m_content.columns[column].name;
    if (leftOut.isEmpty() || !saysNoRoom(m_style) || rect().height() < minNoted * at.line)
        return;
    at.note = noRoomText(dynamic_cast<Plot&>(*mParentPlot), leftOut, rect().width(), m_style);
    at.noteHeight = wrappedHeight(at.note, at.plain, mParentPlot, rect().width());
}

void OperationTable::arrangeRows(Places& at, double head) const
{
    const bool hasTotal = !m_content.total.name.isEmpty();
    at.head = head;
    const double high = rect().height() - at.head - (hasTotal ? 1.25 * at.line : 0) - at.noteHeight;
    const auto pitchOf = [&](const std::vector<TableRow>& rows) { return high / double(std::max<std::size_t>(1, rows.size())); };
    at.rows = pitchOf(m_content.rows) >= closest * at.line || m_content.fewer.empty() ? &m_content.rows : &m_content.fewer;
    at.pitch = std::clamp(pitchOf(*at.rows), closest * at.line, widest * at.line);
    at.count = std::min(at.rows->size(), std::size_t(std::max(1.0, (high + 0.2 * at.line) / at.pitch)));
    at.hasTextAtEach = at.pitch >= apart * at.line;
}

void OperationTable::arrangeColumns(Places& at) const
{
    const QFontMetricsF plain(at.plain, mParentPlot), bold(at.bold, mParentPlot);
    const auto widthOf = [&](const QString& text) { return bold.horizontalAdvance(text); };
    const QRectF room = rect();
    at.names = at.texts = 0;
    at.columns.clear();
    at.rights.clear();
    double low = 0, top = 0, least = 0, most = 0, each = widthOf(m_content.total.texts[1]),
           both = widthOf(joined(m_content.total));
    for (const TableRow& row : *at.rows) {
        at.names = std::max(at.names, plain.horizontalAdvance(row.name));
        both = std::max(both, plain.horizontalAdvance(joined(row)));
        for (std::size_t bar = 0; bar < 2; ++bar) {
            low = std::min(low, std::isnan(row.bars[bar]) ? 0 : row.bars[bar]);
            top = std::max(top, std::isnan(row.bars[bar]) ? 0 : row.bars[bar]);
            least = std::min(least, row.whiskers[bar].lower);
            most = std::max(most, row.whiskers[bar].upper);
            each = std::max(each, plain.horizontalAdvance(row.texts[bar]));
        }
    }
    const double longest = longestWhisker * std::max(top, -low);
    low = std::min(low, std::max(least, -longest));
    top = std::max(top, std::min(most, longest));
    at.names = std::max({at.names, bold.horizontalAdvance(m_content.nameTitle), widthOf(m_content.total.name)}) + space::m;
    at.names = std::min(at.names, maxName * room.width());
    const double sides = low < 0 ? 2 : 1;
    at.isShort = !at.hasTextAtEach && at.names + minBarPx + sides * (both + space::s) > room.width();
    at.texts = (at.hasTextAtEach || at.isShort ? each : both) + space::s;

    std::vector<double> widths;
    for (std::size_t column = 0; column < m_content.columns.size(); ++column) {
        double width = widthOf(m_content.columns[column].name);
        for (const std::vector<TableRow>* rows : {&m_content.rows, &m_content.fewer})
            for (const TableRow& row : *rows)
                width = std::max(width, plain.horizontalAdvance(row.cells.value(qsizetype(column))));
        width = std::max(width, widthOf(m_content.total.cells.value(qsizetype(column))));
        widths.push_back(width + space::l);
        at.columns.push_back(column);
    }
    const double minBarsWidth = std::max(minBars * room.width(), minBarPx) + at.texts * sides;
    const auto taken = [&] {
        double sum = at.names;
        for (const std::size_t column : at.columns)
            sum += widths[column];
        return sum;
    };
    const auto rankOf = [&](std::size_t column) { return m_content.columns[column].rank; };
    while (!at.columns.empty() && taken() + minBarsWidth > room.width()) {
        const int last = rankOf(*std::ranges::max_element(at.columns, {}, rankOf)); // of A and of B together
        std::erase_if(at.columns, [&](std::size_t column) { return rankOf(column) == last; });
    }
    double right = room.left() + at.names;
    for (const std::size_t column : at.columns)
        at.rights.push_back(right += widths[column]);
    at.bars = right + (at.columns.empty() ? 0 : space::m);
    at.left = right + (at.columns.empty() ? 0 : space::l) + (low < 0 ? at.texts : 0);
    const double span = std::max(8.0, room.right() - at.texts - at.left);
    at.right = at.left + span;
    at.perNumber = top - low > 0 ? span / std::max(leastFull, top - low) : 0;
    at.zero = at.left - low * at.perNumber;
    double legend = space::l;
    for (const QString& name : m_content.barNames)
        legend += legendSide * at.line + space::xs + widthOf(name);
    at.legend = at.columns.empty() ? at.left : std::max(at.left - (low < 0 ? at.texts : 0), at.rights.back() + space::m);
    at.isOneLine = at.legend + legend <= room.right();
}

void OperationTable::drawHead(QCPPainter* painter, const Places& at) const
{
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF bold(at.bold, mParentPlot);
    const double top = rect().top() + at.head - 1.15 * at.line;
    painter->setFont(at.bold);
    painter->setPen(theme.text2);
    painter->drawText(QRectF(rect().left(), top, at.names, at.line), Qt::AlignLeft | Qt::AlignVCenter,
        bold.elidedText(m_content.nameTitle, Qt::ElideRight, at.names - space::xs));
    for (std::size_t i = 0; i < at.columns.size(); ++i)
        painter->drawText(QRectF(at.rights[i] - 4000, top, 4000, at.line), Qt::AlignRight | Qt::AlignVCenter,
            m_content.columns[at.columns[i]].name);
    // The names of the bars: beside each other over the bars, else one below the other, from the right edge if they must.
    const double side = legendSide * at.line;
    const auto widthOf = [&](std::size_t bar) { return side + space::xs + bold.horizontalAdvance(m_content.barNames[bar]); };
    double left = std::min(at.legend, rect().right() - std::max(widthOf(0), widthOf(1)));
    for (std::size_t bar = 0; bar < 2; ++bar) {
        const double y = at.isOneLine || bar == 1 ? top : top - 1.08 * at.line;
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_content.colors[bar]);
        painter->drawRect(QRectF(left, y + (at.line - side) / 2, side, side));
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.text);
        painter->drawText(
            QRectF(left + side + space::xs, y, 4000, at.line), Qt::AlignLeft | Qt::AlignVCenter, m_content.barNames[bar]);
        if (at.isOneLine)
            left += widthOf(0) + space::l;
    }
    painter->setPen(QPen(theme.border, 1));
    painter->drawLine(QLineF(rect().left(), rect().top() + at.head - 1, rect().right(), rect().top() + at.head - 1));
}

void OperationTable::drawBars(QCPPainter* painter, const Places& at, const TableRow& row, double top) const
{
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF plain(at.plain, mParentPlot);
    const double thick = std::min(0.4 * at.pitch, (at.pitch > 3 * at.line ? 1 : 0.72) * at.line), middle = top + at.pitch / 2;
    double end = at.zero, start = at.zero;
    std::array<QRectF, 2> bars;
    for (std::size_t bar = 0; bar < 2; ++bar) {
        const double length = std::isnan(row.bars[bar]) ? 0 : row.bars[bar] * at.perNumber;
        const double y = bar == 0 ? middle - thick : middle;
        bars[bar] = QRectF(QPointF(at.zero + std::min(length, 0.0), y), QSizeF(std::max(1.0, std::abs(length)), thick - 0.5));
        QColor color = m_content.colors[bar];
        color.setAlpha(row.isFaint ? faintAlpha : 255);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        if (!std::isnan(row.bars[bar]))
            painter->drawRect(bars[bar]);
        painter->setBrush(Qt::NoBrush);
        if (row.whiskers[bar].size() > 0) {
            painter->setPen(QPen(row.isFaint ? theme.text2 : theme.text, std::max(1.0, 0.8 * m_style.lineWidth)));
            const double tip = drawWhisker(painter, at, row.whiskers[bar], bars[bar].center().y());
            if (row.bars[bar] < 0) // its text is behind it
                bars[bar].setLeft(std::min(bars[bar].left(), tip));
            else
                bars[bar].setRight(std::max(bars[bar].right(), tip));
        }
        end = std::max(end, bars[bar].right());
        start = std::min(start, bars[bar].left());
    }
    painter->setFont(at.plain);
    painter->setPen(row.isFaint ? theme.text2 : theme.text);
    for (std::size_t bar = 0; bar < 2 && at.hasTextAtEach; ++bar) {
        const double y = bars[bar].center().y() + (bar == 0 ? -0.08 : 0.08) * at.line;
        drawText(painter, at, row.texts[bar], {row.bars[bar] < 0 ? bars[bar].left() : bars[bar].right(), y}, row.bars[bar] < 0);
    }
    if (at.hasTextAtEach)
        return;
    const bool isLeft = end <= at.zero + 1 && start < at.zero - 1; // a bar of nothing is on the right
    drawText(painter, at, at.isShort ? row.texts[1] : joined(row), {isLeft ? start : end, middle}, isLeft);
}

/// With the pen of the painter a line with a cap at each end that is in sight; the x of the end that is farther from zero.
double OperationTable::drawWhisker(QCPPainter* painter, const Places& at, const QCPRange& whisker, double y) const
{
    const double cap = std::max(2.0, 0.16 * at.line);
    const auto place = [&](double number) { return at.zero + number * at.perNumber; };
    const double from = std::max(at.left, place(whisker.lower)), to = std::min(at.right, place(whisker.upper));
    painter->drawLine(QLineF(from, y, to, y));
    for (const double end : {place(whisker.lower), place(whisker.upper)})
        if (end >= at.left - 0.5 && end <= at.right + 0.5)
            painter->drawLine(QLineF(end, y - cap, end, y + cap));
    return std::abs(to - at.zero) >= std::abs(from - at.zero) ? to : from;
}

/// Beside a place, on its left or right, as far as there is room between the names and the edge.
void OperationTable::drawText(
    QCPPainter* painter, const Places& at, const QString& text, const QPointF& beside, bool isLeft) const
{
    const double width = QFontMetricsF(painter->font(), mParentPlot).horizontalAdvance(text) + 1;
    const double wanted = isLeft ? beside.x() - space::xs - width : beside.x() + space::xs;
    const double left = std::max(at.bars, std::min(wanted, rect().right() - width));
    painter->drawText(QRectF(left, beside.y() - at.line / 2, width + 2, at.line), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void OperationTable::drawRow(QCPPainter* painter, const Places& at, const TableRow& row, double top) const
{
    const Theme& theme = themeOf(m_style);
    const double y = top + (at.pitch - at.line) / 2;
    painter->setPen(row.isFaint ? theme.text2 : theme.text);
    painter->drawText(QRectF(rect().left(), y, at.names, at.line), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(painter->font(), mParentPlot).elidedText(row.name, Qt::ElideRight, at.names - space::xs));
    for (std::size_t i = 0; i < at.columns.size(); ++i)
        painter->drawText(QRectF(at.rights[i] - 4000, y, 4000, at.line), Qt::AlignRight | Qt::AlignVCenter,
            row.cells.value(qsizetype(at.columns[i])));
}

void OperationTable::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    Places at = places();
    drawHead(painter, at);
    double top = rect().top() + at.head;
    for (std::size_t i = 0; i < at.count; ++i, top += at.pitch) {
        painter->setFont(at.plain);
        drawRow(painter, at, (*at.rows)[i], top);
        drawBars(painter, at, (*at.rows)[i], top);
    }
    painter->setPen(QPen(theme.borderStrong, 1));
    painter->drawLine(QLineF(at.zero, rect().top() + at.head, at.zero, top));
    painter->setFont(at.plain);
    painter->setPen(theme.text2);
    painter->drawText(QRectF(rect().left(), rect().bottom() + 1 - at.noteHeight, rect().width(), at.noteHeight),
        int(Qt::AlignLeft) | Qt::AlignBottom | Qt::TextWordWrap, at.note);
    if (m_content.total.name.isEmpty())
        return;
    painter->setPen(QPen(theme.border, 1));
    painter->drawLine(QLineF(rect().left(), top + 1, rect().right(), top + 1));
    at.pitch = 1.2 * at.line;
    painter->setFont(at.bold);
    drawRow(painter, at, m_content.total, top + 2);
    const bool isTimeShown = !at.columns.empty() && at.columns.back() + 1 == m_content.columns.size();
    const QString ofBars = at.isShort ? m_content.total.texts[1] : joined(m_content.total);
    const QString text = !ofBars.isEmpty() ? ofBars
        : isTimeShown                      ? QString()
                                           : m_content.total.cells.value(m_content.total.cells.size() - 1);
    drawText(painter, at, text, {at.zero, top + 2 + at.pitch / 2}, false);
}

} // namespace widgets
