#include "widgets/views/alibi/order_strip.h"

#include "widgets/plot/grid_axis_rect.h"

#include <algorithm>

namespace widgets {

void OrderStrip::setTokens(const QStringList& tokens, std::vector<int> order, int moved)
{
    m_tokens.clear();
    for (const QString& token : tokens)
        m_tokens << visibleToken(token);
    m_order = std::move(order);
    m_moved = moved;
    setSize(2, int(m_tokens.size()));
}

double OrderStrip::heightFor(const FigureStyle& style) { return 5.2 * QFontMetricsF(tickFont(style)).height(); }

QRectF OrderStrip::boxOf(int row, int column) const
{
    const QRectF cell = cellRect({row, column});
    const double height = std::min(cell.height() * 0.7, 1.5 * QFontMetricsF(tickFont(style()), mParentPlot).height());
    const double gap = cell.width() > 8 ? 1.5 : 0.5;
    return {cell.left() + gap, row == 0 ? cell.top() : cell.bottom() - height, cell.width() - 2 * gap, height};
}

void OrderStrip::draw(QCPPainter* painter)
{
    if (m_tokens.isEmpty() || !mKeyAxis || !mValueAxis)
        return;
    const Theme& theme = themeOf(style());
    const QFont font = tickFont(style());
    const QFontMetricsF metrics(font, mParentPlot);
    painter->setAntialiasing(true);
    painter->setFont(font);

    // The moved one last, over all others.
    std::vector<int> places;
    for (int place = 0; place < int(m_order.size()); ++place)
        places.push_back(place);
    std::stable_partition(places.begin(), places.end(), [&](int place) { return m_order[std::size_t(place)] != m_moved; });
    for (const int place : places) {
        const int old = m_order[std::size_t(place)];
        const bool isMoved = old == m_moved;
        painter->setPen(
            QPen(isMoved ? theme.slotB : theme.borderStrong, isMoved ? 2 * style().lineWidth : 0.75 * style().lineWidth));
        const QRectF above = boxOf(0, old), below = boxOf(1, place);
        painter->drawLine(QPointF(above.center().x(), above.bottom()), QPointF(below.center().x(), below.top()));
    }
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < int(m_order.size()); ++column) {
            const int old = row == 0 ? column : m_order[std::size_t(column)];
            const bool isMoved = old == m_moved;
            const QRectF box = boxOf(row, column);
            painter->setPen(Qt::NoPen);
            painter->setBrush(isMoved ? theme.slotB : theme.surfaceAlt);
            const double radius = std::min(3.0, box.width() / 4);
            painter->drawRoundedRect(box, radius, radius);
            painter->setBrush(Qt::NoBrush);
            if (box.width() < 1.6 * metrics.averageCharWidth())
                continue;
            painter->setPen(isMoved ? theme.surface : theme.text);
            const bool fits = metrics.horizontalAdvance(m_tokens[old]) <= box.width() - 2;
            painter->drawText(box, Qt::AlignCenter | Qt::TextSingleLine,
                fits ? m_tokens[old] : metrics.elidedText(m_tokens[old], Qt::ElideRight, box.width() - 1));
        }
    drawMarks(painter);
}

} // namespace widgets
