// The parts of a StagePage around its maps: headings and numbers, arrows, keys.

#include "widgets/plot/color_map.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/attention/stage_page.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

namespace {

/// A line with a head at its right end.
void drawArrow(QCPPainter& painter, QPointF from, QPointF to, double head)
{
    painter.drawLine(QLineF(from, to));
    painter.drawPolyline(QPolygonF{to + QPointF(-head, -0.7 * head), to, to + QPointF(-head, 0.7 * head)});
}

} // namespace

void StagePage::drawHeading(QCPPainter& painter, std::size_t card) const
{
    const Theme& theme = themeOf(m_style);
    const StageCard& shown = m_cards[card];
    const QFont bold = figureFont(m_style, m_style.labelPoints, QFont::DemiBold), small = tickFont(m_style);
    const QFontMetricsF name(bold, mParentPlot), tick(small, mParentPlot);
    const QRectF map = QRectF(m_maps[card]->rect());
    const double line = std::ceil(name.height()), gap = 0.4 * line, ring = 0.45 * line;
    const bool isOneLine = !shown.isSquare || m_now.isOneLine;
    const QString number = shown.isSquare && m_now.hasNames ? QString() : shown.value;
    const QRectF first(map.left(), m_places[card].top() - (isOneLine ? 1 : 2) * line - 0.2 * line, map.width() + 1, line);
    const QRectF second = isOneLine ? first : first.translated(0, line);

    painter.setFont(bold);
    painter.setPen(shown.isChosen ? theme.accent : theme.text);
    // Words may reach beyond their map, but not to those of the next one, or beyond the page.
    const bool hasNext = card + 1 < m_cards.size() && !startsRow(card + 1);
    const double toEdge = hasNext ? m_maps[card + 1]->rect().left() - first.left() - 0.2 * line : rect().right() - first.left();
    painter.drawText(
        first, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name.elidedText(shown.name, Qt::ElideRight, toEdge));

    const double value = number.isEmpty() ? 0 : name.horizontalAdvance(number) + ring + 0.5 * gap;
    double left = first.left() + name.horizontalAdvance(shown.name) + gap;
    const double right = first.right() - (isOneLine ? value : 0);
    painter.setFont(small);
    painter.setPen(theme.text2);
    if (const double width = tick.horizontalAdvance(shown.numbers); !hasNumbersInGap(card) && left + width <= right) {
        painter.drawText(QRectF(left, first.top(), width + 2, line), Qt::AlignLeft | Qt::AlignVCenter, shown.numbers);
        left += width + gap;
    }
    if (!number.isEmpty()) { // with the ring of its cell
        const double x = isOneLine ? second.right() - value : second.left();
        painter.setPen(QPen(theme.text, m_style.lineWidth));
        painter.drawRect(QRectF(x, second.center().y() - ring / 2, ring, ring));
        painter.setFont(bold);
        painter.setPen(theme.accent);
        painter.drawText(
            QRectF(x + ring + 0.5 * gap, second.top(), value, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, number);
    }
    if (shown.firstMarked >= 0) {
        const QCPAxis* const axis = m_maps[card]->axis(QCPAxis::atBottom);
        const double from = axis->coordToPixel(shown.firstMarked - 0.5), to = axis->coordToPixel(shown.lastMarked + 0.5);
        const QRectF frame(QPointF(from, map.top()), QPointF(to, map.bottom() + 1)); // seen on any colour
        for (const auto& [color, width] : {std::pair{theme.surface, 2.6}, std::pair{theme.text, 1.2}}) {
            painter.setPen(QPen(color, width * m_style.lineWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(frame);
        }
    }
}

/// Whether the factor or the limit of a step is under its arrow.
bool StagePage::hasNumbersInGap(std::size_t card) const
{
    if (card == 0 || startsRow(card) || !m_cards[card].isSquare)
        return false;
    const double gap = m_maps[card]->rect().left() - m_maps[card - 1]->rect().right();
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    return tick.horizontalAdvance(m_cards[card].numbers) <= gap - 0.3 * tick.height();
}

void StagePage::drawStep(QCPPainter& painter, std::size_t card) const
{
    if (card == 0)
        return;
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF name(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot);
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    const QRectF map = QRectF(m_maps[card]->rect());
    const double line = std::ceil(name.height()), head = 0.26 * line;
    const QPen pen(theme.text2, 1.2 * m_style.lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    if (startsRow(card)) { // beside its heading
        const bool isOneLine = !m_cards[card].isSquare || m_now.isOneLine;
        const double y = m_places[card].top() - (isOneLine ? 0.7 : 1.7) * line;
        const double x = map.left() - 0.35 * line;
        drawArrow(painter, {x - 0.85 * line, y}, {x, y}, head);
        return;
    }
    const QRectF before = QRectF(m_maps[card - 1]->rect());
    const double middle = (before.right() + map.left()) / 2;
    const double half = std::min((map.left() - before.right()) / 2 - 0.3 * line, 1.1 * line);
    const double y = map.center().y();
    drawArrow(painter, {middle - half, y}, {middle + half, y}, head);

    painter.setFont(tickFont(m_style));
    painter.setPen(theme.text);
    if (hasNumbersInGap(card))
        painter.drawText(QRectF(before.right(), y + 0.4 * line, map.left() - before.right(), tick.height()),
            Qt::AlignCenter | Qt::TextDontClip, m_cards[card].numbers);

    // What this model does not do here, struck out above the arrow.
    QFont struck = tickFont(m_style);
    struck.setStrikeOut(true);
    painter.setFont(struck);
    painter.setPen(theme.text2);
    double bottom = y - 0.5 * line;
    for (auto skipped = m_cards[card].skipped.rbegin(); skipped != m_cards[card].skipped.rend(); ++skipped) {
        const double width = tick.horizontalAdvance(*skipped);
        if (width > map.left() - before.right() - 0.3 * tick.height() || bottom - tick.height() < map.top())
            return;
        painter.drawText(QRectF(middle - width / 2 - 1, bottom - tick.height(), width + 2, tick.height()),
            Qt::AlignCenter | Qt::TextDontClip, *skipped);
        bottom -= 1.1 * tick.height();
    }
}

/// Px from the left end of a key to the next one beside it, or to the edge of the page.
double StagePage::roomOfKey(const QRectF& bar) const
{
    double right = rect().right();
    for (const Key& other : keys())
        if (other.place.left() > bar.right() && std::abs(other.place.top() - bar.top()) < bar.height())
            right = std::min(right, other.place.left() - QFontMetricsF(tickFont(m_style), mParentPlot).height());
    return right - bar.left();
}

void StagePage::drawKey(QCPPainter& painter, const Key& key) const
{
    const Theme& theme = themeOf(m_style);
    const StageCard& card = m_cards[key.card];
    const ColorScale& scale = card.scale;
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    const QRectF bar = key.place;
    const std::span<const QRgb> table = colorTable(scale.choice.map);
    painter.setAntialiasing(false);
    painter.setPen(Qt::NoPen);
    const double step = bar.width() / double(table.size());
    for (std::size_t i = 0; i < table.size(); ++i)
        painter.fillRect(
            QRectF(QPointF(bar.left() + double(i) * step, bar.top()), QPointF(bar.left() + double(i + 1) * step, bar.bottom())),
            QColor::fromRgb(table[i]));
    painter.setAntialiasing(true);

    // Numbers at the ends, between them what they mean: as many words as fit.
    const auto lowText
        = [&](int digits) { return (scale.clippedLow > 0 ? QStringLiteral("≤ ") : QString()) + formatNumber(scale.low, digits); };
    const auto highText = [&](int digits) {
        return (scale.clippedHigh > 0 ? QStringLiteral("≥ ") : QString()) + formatNumber(scale.high, digits);
    };
    const double gap = 0.5 * tick.height();
    const auto widthOf
        = [&](int digits) { return tick.horizontalAdvance(lowText(digits)) + tick.horizontalAdvance(highText(digits)); };
    const int digits = widthOf(3) + gap <= bar.width() ? 3 : 1;
    const QString low = lowText(digits), high = highText(digits);
    const QString suffix = scale.suffix();
    const QRectF words(bar.left(), bar.bottom() + 0.1 * tick.height(), bar.width(), tick.height());
    const double ends = widthOf(digits);
    painter.setFont(tickFont(m_style));
    painter.setPen(theme.text2);
    if (ends + gap > bar.width()) {
        if (scale.low == -scale.high)
            painter.drawText(words, Qt::AlignCenter | Qt::TextDontClip, QStringLiteral("±") + formatNumber(scale.high));
        else if (const QString range = low + QStringLiteral(" … ") + high; tick.horizontalAdvance(range) <= roomOfKey(bar))
            painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, range);
        else
            painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, high);
        return;
    }
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, low);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, high);
    const QString both = suffix.isEmpty() ? card.quantity : card.quantity + QStringLiteral(" · ") + suffix;
    for (const QString& text : {both, suffix})
        if (const double width = tick.horizontalAdvance(text); ends + width + 2 * gap <= bar.width()) {
            const double left = std::clamp(words.center().x() - width / 2, words.left() + tick.horizontalAdvance(low) + gap,
                words.right() - tick.horizontalAdvance(high) - gap - width);
            painter.drawText(QRectF(left, words.top(), width + 2, words.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
            return;
        }
}

} // namespace widgets
