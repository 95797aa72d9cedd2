#include "widgets/views/tokens/span_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace widgets {

namespace {

constexpr double lowestLine = 1.45;   // lines of type
constexpr double twoLines = 2.15;     // a box with its note needs
constexpr double widestLabel = 0.34;  // of the width

} // namespace

/// Where everything is, px.
struct SpanRows::Places
{
    QFont plain, bold;
    QRectF room;
    double line = 0, pitch = 0;
    double left = 0, unit = 0;      // of the axis
    double labels = 0, ends = 0;    // widths
    std::vector<int> shown;         // lines, a row each
};

SpanRows::SpanRows(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setAntialiased(true);
    for (QCPAxis* const axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void SpanRows::setLines(std::vector<SpanLine> lines, double units, int current)
{
    m_lines = std::move(lines);
    m_units = std::max(1e-6, units);
    m_current = current;
    std::size_t most = 1;
    for (const SpanLine& line : m_lines)
        most = std::max(most, line.boxes.size());
    setSize(std::max(1, int(m_lines.size())), int(most));
}

void SpanRows::setLargest(double unit, double line)
{
    m_largestUnit = unit;
    m_highestLine = line;
}

SpanRows::Places SpanRows::places() const
{
    Places at;
    at.plain = tickFont(style());
    at.bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    at.room = QRectF(mKeyAxis->axisRect()->rect());
    const QFontMetricsF bold(at.bold, mParentPlot);
    at.line = bold.height();
    const int all = int(m_lines.size());
    at.pitch = std::clamp(at.room.height() / std::max(1, all), lowestLine * at.line, m_highestLine * at.line);
    int fitting = std::clamp(int((at.room.height() + 0.5) / at.pitch), 0, all);
    if (fitting < all && fitting > 1)
        --fitting; // for the line that says so
    const int first = std::clamp(m_current - fitting + 1, 0, all - fitting), behind = first + fitting;
    for (int line = first; line < behind; ++line)
        at.shown.push_back(line);
    const auto givesWay = [&](int line) { return line > 0 && line != m_current && !m_lines[std::size_t(line)].isKept; };
    for (int line = behind; line < all; ++line)
        if (const auto last = std::find_if(at.shown.rbegin(), at.shown.rend(), givesWay);
            m_lines[std::size_t(line)].isKept && last != at.shown.rend()) {
            at.shown.erase(std::next(last).base());
            at.shown.push_back(line);
        }
    for (const int line : at.shown) { // the others take no width either
        at.labels = std::max(at.labels, bold.horizontalAdvance(m_lines[std::size_t(line)].label));
        at.ends = std::max(at.ends, bold.horizontalAdvance(m_lines[std::size_t(line)].end));
    }
    at.labels = std::min(at.labels, widestLabel * at.room.width());
    at.left = at.room.left() + at.labels + (at.labels > 0 ? 0.6 * at.line : 0);
    const double width = at.room.right() - at.left - at.ends - 0.6 * at.line;
    at.unit = std::clamp(width / m_units, 0.0, m_largestUnit * at.line);
    return at;
}

std::vector<int> SpanRows::shownLines() const { return places().shown; }

QRectF SpanRows::rectOf(const Places& at, int row, const SpanBox& box) const
{
    const double top = at.room.top() + row * at.pitch, gap = std::min(2.0, 0.12 * at.line);
    const double left = at.left + box.begin * at.unit, right = at.left + box.end * at.unit;
    return QRectF(left, top + gap, std::max(right - left - gap, 2.0), at.pitch - 2 * gap);
}

Cell SpanRows::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !QRectF(mKeyAxis->axisRect()->rect()).contains(pixel))
        return {};
    const Places at = places();
    const int row = int(std::floor((pixel.y() - at.room.top()) / at.pitch));
    if (row < 0 || row >= int(at.shown.size()))
        return {};
    const int line = at.shown[std::size_t(row)];
    const std::vector<SpanBox>& boxes = m_lines[std::size_t(line)].boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (rectOf(at, row, boxes[i]).contains(pixel))
            return {line, int(i)};
    return {};
}

std::vector<NumberSet> SpanRows::numbers() const
{
    NumberSet set{name(), {"piece", "value"}, {0, 4}, {}, {{}, {"line", "begin", "end", "value"}}};
    for (std::size_t line = 0; line < m_lines.size(); ++line)
        for (const SpanBox& box : m_lines[line].boxes) {
            set.labels[0] << box.text;
            set.values.insert(set.values.end(), {double(line), box.begin, box.end, box.value});
        }
    set.shape[0] = core::Index(set.labels[0].size());
    return {set};
}

/// The type in which letters without a box round them are no wider than this, if it can still be read.
QFont SpanRows::narrowed(const QFont& font, const QString& text, double width) const
{
    constexpr double smallest = 0.7;
    const double share = 0.96 * width / std::max(1.0, QFontMetricsF(font, mParentPlot).horizontalAdvance(text));
    if (share >= 1 || share < smallest || text.size() == 1)
        return font;
    QFont smaller = font;
    smaller.setPointSizeF(share * font.pointSizeF());
    return smaller;
}

void SpanRows::drawBox(QCPPainter* painter, const Places& at, const QRectF& place, const SpanBox& box) const
{
    const Theme& theme = themeOf(style());
    const double radius = std::min(0.2 * at.line, place.width() / 3);
    QColor fill = box.mark == SpanBox::Second ? theme.slotB : theme.accent;
    fill.setAlphaF(float(box.mark == SpanBox::Plain ? 0.08 + 0.32 * box.strength : box.mark == SpanBox::Second ? 0.22 : 1.0));
    if (box.mark == SpanBox::Muted)
        fill = theme.surfaceAlt;
    if (box.mark != SpanBox::Bare) {
        painter->setPen(box.mark == SpanBox::Muted ? QPen(theme.border, 0.5)
                : box.mark == SpanBox::Second      ? QPen(theme.slotB, 0.75 * style().lineWidth)
                : box.mark == SpanBox::Unknown     ? QPen(theme.warning, 0.75 * style().lineWidth, Qt::DashLine)
                                                   : QPen(Qt::NoPen));
        painter->setBrush(box.mark == SpanBox::Unknown ? theme.warningSurface : fill);
        painter->drawRoundedRect(place, radius, radius);
        painter->setBrush(Qt::NoBrush);
    }
    const QFont font = box.mark == SpanBox::Strong ? at.bold
        : box.mark == SpanBox::Bare                ? narrowed(at.plain, box.text, place.width())
                                                   : at.plain;
    const QFontMetricsF metrics(font, mParentPlot);
    painter->setFont(font);
    painter->setPen(box.mark == SpanBox::Strong ? theme.onAccent
            : box.mark == SpanBox::Muted        ? theme.text2
            : box.mark == SpanBox::Unknown      ? theme.warning
                                                : theme.text);
    const bool mayBeWider = box.mark == SpanBox::Bare && box.text.size() == 1;
    const double inner = mayBeWider ? 1.5 * place.width() : box.mark == SpanBox::Bare ? place.width() : place.width() - 2;
    if (metrics.horizontalAdvance(box.text) > inner) {
        if (!box.note.isEmpty() && metrics.horizontalAdvance(box.note) <= inner)
            painter->drawText(place, Qt::AlignCenter, box.note);
        return;
    }
    const bool hasNote = !box.note.isEmpty() && place.height() > twoLines * at.line - 4
        && QFontMetricsF(at.plain, mParentPlot).horizontalAdvance(box.note) <= inner;
    const double half = hasNote ? place.height() / 2 : place.height();
    painter->drawText(QRectF(place.left() - 4, place.top(), place.width() + 8, half), Qt::AlignCenter, box.text);
    if (!hasNote)
        return;
    painter->setFont(at.plain);
    painter->setPen(box.mark == SpanBox::Strong ? theme.onAccent : theme.text2);
    painter->drawText(QRectF(place.left() - 4, place.top() + half, place.width() + 8, half), Qt::AlignCenter, box.note);
}

void SpanRows::draw(QCPPainter* painter)
{
    const Places at = places();
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(true);
    const int rows = int(at.shown.size());
    for (int row = 0; row < rows; ++row) {
        const int line = at.shown[std::size_t(row)];
        const SpanLine& shown = m_lines[std::size_t(line)];
        const double top = at.room.top() + row * at.pitch;
        painter->setFont(shown.isMarked ? at.bold : at.plain);
        painter->setPen(shown.isMarked ? theme.slotA : theme.text2);
        const QString label = QFontMetricsF(painter->font(), mParentPlot).elidedText(shown.label, Qt::ElideRight, at.labels);
        painter->drawText(QRectF(at.room.left(), top, at.labels + 2, at.pitch), int(Qt::AlignLeft) | Qt::AlignVCenter, label);
        for (std::size_t i = 0; i < shown.boxes.size(); ++i) {
            const QRectF place = rectOf(at, row, shown.boxes[i]);
            drawBox(painter, at, place, shown.boxes[i]);
            if (hovered() == Cell{line, int(i)}) {
                painter->setPen(QPen(theme.accent, style().lineWidth));
                painter->drawRoundedRect(place, 3, 3);
            }
        }
        painter->setFont(shown.isMarked ? at.bold : at.plain);
        painter->setPen(shown.isMarked ? theme.slotA : theme.text);
        const double right = at.left + m_units * at.unit + 0.5 * at.line;
        painter->drawText(QRectF(right, top, at.ends + 4, at.pitch), int(Qt::AlignLeft) | Qt::AlignVCenter, shown.end);
    }
    const int left = int(m_lines.size()) - rows;
    if (left == 0)
        return;
    painter->setFont(at.plain);
    painter->setPen(theme.text2);
    painter->drawText(QRectF(at.room.left(), at.room.top() + rows * at.pitch, at.room.width(), at.pitch),
        int(Qt::AlignLeft) | Qt::AlignVCenter, tr("… %n line(s) more have no room here", nullptr, left));
}

} // namespace widgets
