#include "widgets/plot/column_brackets.h"

#include <algorithm>
#include <cmath>

namespace widgets {

ColumnBrackets::ColumnBrackets(
    QCPAxisRect* map, int columns, std::vector<AxisBracket> brackets, const FigureStyle& style, BracketSide side)
    : QCPLayoutElement(map->parentPlot())
    , m_map(map)
    , m_columns(std::max(1, columns))
    , m_brackets(std::move(brackets))
    , m_style(style)
    , m_side(side)
{
    setLayer(QStringLiteral("main"));
    setMargins({});
}

int ColumnBrackets::height() const
{
    return int(std::ceil(QFontMetricsF(tickFont(m_style), mParentPlot).height())) + bracketDepth + 4;
}

void ColumnBrackets::draw(QCPPainter* painter)
{
    if (!m_map)
        return;
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const bool isBelow = m_side == BracketSide::Below;
    const double cell = double(m_map->width()) / m_columns;
    const double tips = isBelow ? m_map->bottom() + 3 : m_map->top() - 3; // towards the map
    const double back = isBelow ? tips + bracketDepth : tips - bracketDepth;
    const double words = isBelow ? back + 1 : back - 1 - metrics.height();
    double end = -1e9; // of the words before
    painter->setFont(tickFont(m_style));
    painter->setBrush(Qt::NoBrush);
    for (const AxisBracket& bracket : m_brackets) {
        const double left = m_map->left() + bracket.first * cell + 1, right = m_map->left() + (bracket.last + 1) * cell - 1;
        if (right - left > 2) {
            painter->setPen(QPen(theme.text2, 1));
            painter->drawPolyline(QPolygonF{{left, tips}, {left, back}, {right, back}, {right, tips}});
        }
        const double width = metrics.horizontalAdvance(bracket.text);
        const double start = std::clamp(
            (left + right - width) / 2, double(m_map->left()), std::max(double(m_map->left()), m_map->right() - width));
        if (start < end + 8)
            continue; // of too many every k-th stays
        end = start + width;
        painter->setPen(theme.text);
        painter->drawText(
            QRectF(start, words, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, bracket.text);
    }
}

} // namespace widgets
