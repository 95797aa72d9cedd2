#include "widgets/views/flow/parts.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/shown.h"

#include <algorithm>
#include <cmath>

namespace widgets {

double flowWordWidth(const QStringList& words, double cellWidth, const FigureStyle& style, const Plot& plot)
{
    constexpr double slimmest = 0.78, edges = 7;     // as a cell draws them
    constexpr double maxWidth = 62, surelyWide = 30; // px of ordinary type
    const double unit = typeScale(style);
    const QFontMetricsF metrics(figureFont(style, style.tickPoints * slimmest, QFont::DemiBold), &plot);
    double widest = 0;
    for (const QString& word : words)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return cellWidth >= surelyWide * unit && widest <= cellWidth - edges ? 0 : maxWidth * unit;
}

QString partText(double value) { return (value < 0 ? QString() : QStringLiteral("+")) + formatFixed(value, 2); }

QColor mixedColor(const QColor& from, const QColor& to, double share)
{
    const auto channel = [&](int a, int b) { return int(std::lround(a + (b - a) * share)); };
    return {channel(from.red(), to.red()), channel(from.green(), to.green()), channel(from.blue(), to.blue())};
}

FlowParts::FlowParts(FlowGrid* grid, int room, const FigureStyle& style)
    : QCPAbstractPlottable(grid->keyAxis(), grid->valueAxis())
    , m_grid(grid)
    , m_room(room)
    , m_style(style)
{
    setSelectable(QCP::stNone);
}

void FlowParts::setSums(std::vector<FlowSum> sums, const QString& title, const QString& mixer, const QString& feedForward)
{
    m_sums = std::move(sums);
    m_title = title;
    m_legend = {mixer, feedForward};
    m_legend.removeAll(QString());
}

void FlowParts::setWords(const QStringList& words, double width, const QString& title)
{
    m_words = words;
    m_wordWidth = width;
    m_wordTitle = title;
}

std::vector<NumberSet> FlowParts::numbers() const
{
    NumberSet set{name(), {"row", "value"}, {core::Index(m_sums.size()), 2}, {}, {{}, {"mixer", "feed_forward"}}};
    for (std::size_t row = 0; row < m_sums.size(); ++row) {
        if (m_grid && row < m_grid->layers().size())
            set.labels[0] << flowLayerLabel(m_grid->layers()[row]);
        set.values.insert(set.values.end(), {m_sums[row].mixer, m_sums[row].feedForward});
    }
    return {set};
}

QRectF FlowParts::place() const
{
    const QRectF map = m_grid ? m_grid->shownRect() : QRectF();
    const double left = space::m + (m_words.isEmpty() ? 0 : m_wordWidth + space::m);
    return {map.right() + left, map.top(), double(m_room) - left, map.height()};
}

int FlowParts::rowAt(const QPointF& pixel) const
{
    if (!m_grid || m_sums.empty() || !place().contains(pixel))
        return -1;
    return std::clamp(int((pixel.y() - place().top()) / place().height() * double(m_sums.size())), 0, int(m_sums.size()) - 1);
}

QRect FlowParts::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect() : QRect(); }

void FlowParts::draw(QCPPainter* painter)
{
    if (!m_grid)
        return;
    painter->setFont(tickFont(m_style));
    if (!m_words.isEmpty())
        drawWords(*painter);
    if (m_sums.empty())
        return;
    painter->setAntialiasing(true);
    painter->setFont(tickFont(m_style));
    drawBars(*painter);
    drawKey(*painter);
}

void FlowParts::drawWords(QCPPainter& painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const QRectF room = place();
    const QRectF words(m_grid->shownRect().right() + space::m, room.top(), m_wordWidth, room.height());
    painter.setPen(theme.text2);
    painter.drawText(QRectF(words.left(), room.top() - metrics.height() - space::xs, words.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, metrics.elidedText(m_wordTitle, Qt::ElideRight, words.width()));
    painter.setPen(theme.slotB);
    for (int row = 0; row < int(m_words.size()) && row < m_grid->rows(); ++row) {
        const QRectF cell = m_grid->cellRect({row, 0});
        painter.drawText(QRectF(words.left(), cell.top(), words.width(), cell.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, metrics.elidedText(m_words[row], Qt::ElideRight, words.width()));
    }
}

void FlowParts::drawBars(QCPPainter& painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const QRectF room = place();
    double least = 0, largest = 0, widest = 0;
    for (const FlowSum& sum : m_sums) {
        least = std::min({least, sum.mixer, sum.feedForward});
        largest = std::max({largest, sum.mixer, sum.feedForward});
        widest = std::max(widest, metrics.horizontalAdvance(partText(sum.mixer + sum.feedForward)));
    }
    const double bars = std::max(20.0, room.width() - widest - space::s);
    const double perUnit = bars / std::max(1e-30, largest - least);
    const double zero = room.left() - least * perUnit;

    painter.setPen(theme.text2);
    const double above = room.top() - metrics.height() - space::xs;
    painter.drawText(QRectF(room.left(), above, room.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
        metrics.horizontalAdvance(m_title) <= 0.98 * room.width() ? m_title : QString()); // whole or not at all

    const QColor pale = mixedColor(theme.surface, theme.slotA, 0.5);
    for (int row = 0; row < int(m_sums.size()); ++row) {
        const FlowSum& sum = m_sums[std::size_t(row)];
        const QRectF cell = m_grid->cellRect({row, 0});
        const double thick = std::min(8.0, cell.height() * 0.3);
        const bool isEmbedding = m_grid->layers()[std::size_t(row)] < 0;
        const auto bar = [&](double value, double top, const QColor& color) {
            QRectF rect = QRectF(QPointF(zero, top), QPointF(zero + value * perUnit, top + thick)).normalized();
            rect.setWidth(std::max(rect.width(), 1.0));
            const double radius = std::min(2.0, rect.width() / 2);
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawRoundedRect(rect, radius, radius);
        };
        const double middle = cell.center().y();
        if (isEmbedding) {
            bar(sum.mixer, middle - thick / 2, theme.hatch);
        } else {
            bar(sum.mixer, middle - thick - 0.5, theme.slotA);
            bar(sum.feedForward, middle + 0.5, pale);
        }
        painter.setBrush(Qt::NoBrush);
        if (cell.height() < metrics.height() * 0.85)
            continue;
        painter.setPen(theme.text2);
        painter.drawText(QRectF(room.right() - widest - 2, middle - metrics.height() / 2, widest + 2, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, partText(sum.mixer + sum.feedForward));
    }
    painter.setPen(QPen(theme.borderStrong, 1));
    painter.drawLine(QLineF(zero, room.top(), zero, room.bottom()));
}

/// What the colours mean, under the bars.
void FlowParts::drawKey(QCPPainter& painter) const
{
    const Theme& theme = themeOf(m_style);
    const QColor pale = mixedColor(theme.surface, theme.slotA, 0.5);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const QRectF room = place();
    double x = room.left();
    const double y = room.bottom() + space::xs;
    for (int i = 0; i < m_legend.size(); ++i) {
        const QColor color = i == 0 ? theme.slotA : pale;
        const QString text = metrics.elidedText(m_legend[i], Qt::ElideRight, room.width() - 12 + 2);
        if (x + 12 + metrics.horizontalAdvance(text) > room.right() + 2)
            x = room.left();
        const double top = y + (x == room.left() && i > 0 ? metrics.height() : 0);
        painter.fillRect(QRectF(x, top + metrics.height() / 2 - 4, 8, 8), color);
        painter.setPen(theme.text2);
        painter.drawText(
            QRectF(x + 12, top, room.right() - x, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        x += 12 + metrics.horizontalAdvance(text) + space::m;
    }
}

} // namespace widgets
