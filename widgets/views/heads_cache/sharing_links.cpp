#include "widgets/views/heads_cache/sharing_links.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/panel_layout.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace widgets {

namespace {

constexpr double narrowest = 150; // px of a kind, at ordinary type
constexpr double tallestLinks = 210, tallestStrip = 34, largestHead = 13;
constexpr double headOfHeight = 0.07; // of a kind's, where that is small

/// One row of cells; where they are narrower than a pixel the largest magnitude of those that share one.
void drawNumbers(QCPPainter& painter, const QRectF& place, std::span<const float> numbers, const ColorScale& scale)
{
    const auto count = int(numbers.size());
    const int cells = std::max(1, std::min(count, int(std::floor(place.width()))));
    painter.setAntialiasing(false);
    painter.setPen(Qt::NoPen);
    for (int cell = 0; cell < cells; ++cell) {
        const int first = int(std::int64_t(cell) * count / cells), end = int(std::int64_t(cell + 1) * count / cells);
        float largest = numbers[std::size_t(first)];
        for (int i = first; i < end; ++i)
            if (std::abs(numbers[std::size_t(i)]) > std::abs(largest))
                largest = numbers[std::size_t(i)];
        if (!std::isfinite(largest))
            continue;
        const double left = place.left() + place.width() * cell / cells,
                     right = place.left() + place.width() * (cell + 1) / cells;
        painter.setBrush(QColor(scale.color(largest)));
        painter.drawRect(QRectF(QPointF(left, place.top()), QPointF(right, place.bottom())));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setAntialiasing(true);
}

std::span<const float> numbersOf(const NumberStrip& strip, int head)
{
    const std::size_t width = strip.numbers.size() / std::size_t(std::max(1, strip.heads));
    return std::span(strip.numbers).subspan(std::size_t(head) * width, width);
}

} // namespace

struct SharingLinks::Places
{
    QRectF room;
    double scale = 1, line = 0; // of the type; height of a word
    double left = 0, right = 0; // of the heads
    double pitch = 0, radius = 0, headsY = 0, roomOfHead = 0;
    double stripTop = 0, stripHeight = 0, perNumber = 0;
    double expandedTop = 0, expandedHeight = 0;
    double nameWidth = 0;

    double headX(int head) const { return left + (head + 0.5) * pitch; }
    double groupX(int group, int groups, int heads) const { return left + (group + 0.5) * pitch * heads / groups; }

    /// Of one head's numbers in a row of strips, below the middle of the query heads that use it.
    QRectF strip(const LinkedKind& kind, std::size_t row, int head) const
    {
        const NumberStrip& strip = kind.kept[row];
        const double width = perNumber * double(strip.numbers.size()) / strip.heads;
        std::size_t widest = 0;
        for (const NumberStrip& each : kind.kept)
            widest = std::max(widest, each.numbers.size() / std::size_t(std::max(1, each.heads)));
        const double x = groupX(head, strip.heads, kind.heads) - perNumber * double(widest) / 2;
        const double gap = strip.heads > 1 ? std::min(2.0, 0.1 * width) : 0;
        return {x + gap / 2, stripTop + double(row) * (stripHeight + 2), width - gap, stripHeight};
    }
};

void SharingLinks::setKinds(std::vector<LinkedKind> kinds)
{
    m_kinds = std::move(kinds);
    m_heads = 1;
    int most = 0;
    for (const LinkedKind& kind : m_kinds) {
        int kept = 0;
        for (const NumberStrip& strip : kind.kept)
            kept += strip.heads;
        m_heads = std::max(m_heads, kind.heads);
        most = std::max(most, kept);
    }
    setSize(int(m_kinds.size()), m_heads + most);
}

Cell SharingLinks::cellOf(std::size_t kind, std::size_t row, int keptHead) const
{
    int column = m_heads + keptHead;
    for (std::size_t before = 0; before < row; ++before)
        column += m_kinds[kind].kept[before].heads;
    return {int(kind), column};
}

SharingLinks::Part SharingLinks::partAt(Cell cell) const
{
    if (cell.isNone() || cell.row >= int(m_kinds.size()))
        return {};
    if (cell.column < m_heads)
        return {.head = cell.column};
    const LinkedKind& kind = m_kinds[std::size_t(cell.row)];
    int head = cell.column - m_heads;
    for (std::size_t row = 0; row < kind.kept.size(); ++row) {
        const int heads = kind.kept[row].heads;
        if (head < heads)
            return {head * (kind.heads / std::max(1, heads)), int(row), head};
        head -= heads;
    }
    return {};
}

int SharingLinks::shownHead() const { return partAt(hovered().isNone() ? pinned() : hovered()).head; }

double SharingLinks::numbersAcross() const
{
    std::size_t most = 1;
    for (const LinkedKind& kind : m_kinds)
        for (const NumberStrip& strip : kind.kept)
            most = std::max(most, strip.numbers.size());
    return double(most);
}

QRectF SharingLinks::placeOf(std::size_t kind) const
{
    const QRectF room = mKeyAxis->axisRect()->rect();
    const auto count = int(m_kinds.size());
    const double scale = std::max(0.5, typeScale(style()));
    const double gap = 3 * space::s * scale;
    const int fitting = std::clamp(int((room.width() + gap) / (narrowest * scale + gap)), 1, std::max(1, count));
    const int rows = (count + fitting - 1) / fitting, columns = (count + rows - 1) / rows;
    const double width = (room.width() - gap * (columns - 1)) / columns;
    const double height = (room.height() - space::m * (rows - 1)) / rows;
    return {room.left() + double(kind % std::size_t(columns)) * (width + gap),
        room.top() + double(kind / std::size_t(columns)) * (height + space::m), width, height};
}

SharingLinks::Places SharingLinks::placesOf(std::size_t index) const
{
    const LinkedKind& kind = m_kinds[index];
    Places at;
    at.room = placeOf(index);
    at.scale = std::max(0.5, typeScale(style()));
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    at.line = metrics.height();
    at.nameWidth = metrics.horizontalAdvance(QStringLiteral("v")) + space::s;
    at.left = at.room.left() + at.nameWidth;
    at.right = at.room.right();
    at.pitch = (at.right - at.left) / std::max(1, kind.heads);
    at.roomOfHead = std::min(largestHead * at.scale, headOfHeight * at.room.height());
    at.radius = std::min(at.roomOfHead, 0.42 * at.pitch);
    at.perNumber = (at.right - at.left) / numbersAcross();
    const double words = 2 * at.line + space::s, below = at.line + 2 * space::s;
    const double rest = std::max(40.0, at.room.height() - words - below - 2 * at.roomOfHead);
    at.stripHeight = std::min(std::max(0.17 * rest, std::min(0.85 * at.line, 0.3 * rest)), tallestStrip * at.scale);
    const double links = std::clamp(rest - 2 * at.stripHeight - 4, 16.0, tallestLinks * at.scale);
    const double spare = std::max(0.0, rest - 2 * at.stripHeight - 4 - links);
    at.headsY = at.room.top() + words + spare / 2 + at.roomOfHead;
    at.stripTop = at.headsY + at.roomOfHead + links;
    at.expandedHeight = 0.17 * links;
    at.expandedTop = at.headsY + at.roomOfHead + 0.2 * links;
    return at;
}

Cell SharingLinks::cellAt(const QPointF& pixel) const
{
    for (std::size_t i = 0; mKeyAxis && i < m_kinds.size(); ++i) {
        if (!placeOf(i).contains(pixel) || m_kinds[i].heads == 0)
            continue;
        const Places at = placesOf(i);
        for (std::size_t row = 0; row < m_kinds[i].kept.size(); ++row)
            for (int head = 0; head < m_kinds[i].kept[row].heads; ++head)
                if (at.strip(m_kinds[i], row, head).contains(pixel))
                    return cellOf(i, row, head);
        const int head = int(std::floor((pixel.x() - at.left) / at.pitch));
        return head >= 0 && head < m_kinds[i].heads ? Cell{int(i), head} : Cell{};
    }
    return {};
}

std::vector<NumberSet> SharingLinks::numbers() const
{
    std::vector<NumberSet> sets;
    for (const LinkedKind& kind : m_kinds)
        for (const NumberStrip& strip : kind.kept) {
            const core::Index heads = std::max(1, strip.heads), all = core::Index(strip.numbers.size());
            sets.push_back({QStringLiteral("%1 %2").arg(kind.name, strip.name), {"head", "number"}, {heads, all / heads},
                {strip.numbers.begin(), strip.numbers.end()}});
        }
    return sets;
}

void SharingLinks::drawWords(QCPPainter& painter, const LinkedKind& kind, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const QFont bold = figureFont(style(), style().labelPoints, QFont::DemiBold), plain = tickFont(style());
    const QFontMetricsF metrics(bold, mParentPlot), small(plain, mParentPlot);
    const double width = at.room.width();
    painter.setFont(bold);
    painter.setPen(kind.color);
    painter.drawText(QRectF(at.room.topLeft(), QSizeF(width, metrics.height())), Qt::AlignLeft | Qt::AlignVCenter, kind.name);
    double beside = width - metrics.horizontalAdvance(kind.name) - space::m;
    if (!kind.slot.isEmpty()) {
        const QRectF chip(at.room.left() + metrics.horizontalAdvance(kind.name) + space::s, at.room.top() + 1,
            metrics.horizontalAdvance(kind.slot) + 2 * space::xs * at.scale, metrics.height() - 2);
        beside -= chip.width() + space::s;
        painter.setPen(Qt::NoPen);
        painter.setBrush(kind.color);
        painter.drawRoundedRect(chip, 4, 4);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme.surface);
        painter.drawText(chip, Qt::AlignCenter, kind.slot);
    }
    painter.setFont(plain);
    painter.setPen(theme.text2);
    const QRectF below(at.room.left(), at.room.top() + metrics.height() + 1, width, small.height());
    if (!kind.why.isEmpty()) {
        painter.drawText(QRectF(below.topLeft(), QSizeF(width, at.room.height() - metrics.height())),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, kind.why);
        return;
    }
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, small.elidedText(kind.tag, Qt::ElideRight, width));
    painter.drawText(QRectF(at.room.topLeft(), QSizeF(width, metrics.height())), Qt::AlignRight | Qt::AlignVCenter,
        small.elidedText(kind.note, Qt::ElideRight, beside));

    const double y = at.stripTop + 2 * (at.stripHeight + 2) + space::xs;
    const QFont total = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QString sum = kind.sum + QLatin1Char(' ');
    const double sumWidth = small.horizontalAdvance(sum),
                 whole = sumWidth + QFontMetricsF(total, mParentPlot).horizontalAdvance(kind.total);
    const double x = at.left + std::max(0.0, (at.right - at.left - whole) / 2);
    painter.setPen(theme.text);
    painter.drawText(QRectF(x, y, sumWidth + 1, at.line), Qt::AlignLeft | Qt::AlignVCenter, sum);
    painter.setFont(total);
    painter.setPen(kind.color);
    painter.drawText(QRectF(x + sumWidth, y, whole - sumWidth + space::l, at.line), Qt::AlignLeft | Qt::AlignVCenter, kind.total);
}

void SharingLinks::drawLinks(QCPPainter& painter, const LinkedKind& kind, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const int shown = shownHead();
    painter.setBrush(Qt::NoBrush);
    for (const bool isShown : {false, true})
        for (int head = 0; head < kind.heads; ++head) {
            if ((head == shown) != isShown)
                continue;
            const int groups = kind.kept.front().heads;
            const int group = int(std::int64_t(head) * groups / kind.heads);
            QColor color = isShown ? theme.accent : theme.q;
            color.setAlphaF(isShown ? 1.0F : 0.5F);
            painter.setPen(QPen(color, (isShown ? 2.6 : 1.1) * at.scale));
            const bool isExpanded = !kind.expanded.empty();
            const double from = at.headsY + at.radius;
            if (isExpanded)
                painter.drawLine(QPointF(at.headX(head), from), QPointF(at.headX(head), at.expandedTop));
            const double top = isExpanded ? at.expandedTop + 2 * at.expandedHeight + 4 : from;
            const double bottom = at.stripTop - 2, bend = 0.55 * (bottom - top);
            QPainterPath path(QPointF(at.headX(head), top));
            const double x = at.groupX(group, groups, kind.heads);
            path.cubicTo(QPointF(at.headX(head), top + bend), QPointF(x, bottom - bend), QPointF(x, bottom));
            painter.drawPath(path);
        }
}

void SharingLinks::drawHeads(QCPPainter& painter, const LinkedKind& kind, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const QFont font = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(font, mParentPlot);
    const bool hasNames = 2 * at.radius >= metrics.horizontalAdvance(QStringLiteral("q%1").arg(counted(kind.heads - 1))) + 2;
    painter.setFont(font);
    for (int head = 0; head < kind.heads; ++head) {
        const bool isShown = head == shownHead();
        const QPointF middle(at.headX(head), at.headsY);
        painter.setPen(isShown ? QPen(theme.text, 2 * at.scale) : QPen(Qt::NoPen));
        painter.setBrush(theme.q);
        painter.drawEllipse(middle, at.radius, at.radius);
        painter.setBrush(Qt::NoBrush);
        if (!hasNames)
            continue;
        painter.setPen(textColorOn(theme.q.rgb()));
        painter.drawText(QRectF(middle - QPointF(at.radius, at.radius), QSizeF(2 * at.radius, 2 * at.radius)), Qt::AlignCenter,
            QStringLiteral("q%1").arg(counted(head)));
    }
}

void SharingLinks::drawKept(QCPPainter& painter, const LinkedKind& kind, const Places& at) const
{
    const Theme& theme = themeOf(style());
    const int shown = shownHead();
    const QFont font = figureFont(style(), style().tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(font, mParentPlot);
    for (std::size_t row = 0; row < kind.kept.size(); ++row) {
        const NumberStrip& strip = kind.kept[row];
        QRectF first;
        for (int head = 0; head < strip.heads; ++head) {
            const QRectF place = at.strip(kind, row, head);
            first = head == 0 ? place : first;
            drawNumbers(painter, place, numbersOf(strip, head), strip.scale);
        }
        painter.setFont(font);
        painter.setPen(row == 0 ? theme.k : theme.v);
        const double width = metrics.horizontalAdvance(strip.name), lower = std::max(0.0, (at.line - first.height()) / 2);
        painter.drawText(QRectF(first.left() - space::s - width, first.top() - lower, width + 1, first.height() + 2 * lower),
            Qt::AlignRight | Qt::AlignVCenter, strip.name);
    }
    if (shown < 0 || shown >= kind.heads)
        return;
    const int groups = kind.kept.front().heads, group = int(std::int64_t(shown) * groups / kind.heads);
    QRectF all;
    for (std::size_t row = 0; row < kind.kept.size(); ++row)
        all |= at.strip(kind, row, kind.kept[row].heads == groups ? group : 0);
    painter.setPen(QPen(theme.accent, 2 * at.scale));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(all.adjusted(-2, -2, 2, 2));
}

void SharingLinks::drawExpanded(QCPPainter& painter, const LinkedKind& kind, const Places& at) const
{
    const Theme& theme = themeOf(style());
    for (std::size_t row = 0; row < kind.expanded.size(); ++row) {
        const NumberStrip& strip = kind.expanded[row];
        for (int head = 0; head < strip.heads; ++head) {
            const double width = std::max(1.0, at.pitch - 3);
            const QRectF place(
                at.headX(head) - width / 2, at.expandedTop + double(row) * (at.expandedHeight + 2), width, at.expandedHeight);
            drawNumbers(painter, place, numbersOf(strip, head), strip.scale);
            QColor pale = theme.surface;
            pale.setAlphaF(0.5F);
            painter.fillRect(place, pale);
            painter.setPen(QPen(theme.borderStrong, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place);
        }
    }
}

void SharingLinks::draw(QCPPainter* painter)
{
    if (!mKeyAxis || !mValueAxis)
        return;
    painter->setAntialiasing(true);
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        const LinkedKind& kind = m_kinds[i];
        const Places at = placesOf(i);
        drawWords(*painter, kind, at);
        if (!kind.why.isEmpty() || kind.kept.empty() || kind.heads == 0)
            continue;
        drawLinks(*painter, kind, at);
        drawExpanded(*painter, kind, at);
        drawHeads(*painter, kind, at);
        drawKept(*painter, kind, at);
    }
}

} // namespace widgets
