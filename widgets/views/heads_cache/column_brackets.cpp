#include "widgets/views/heads_cache/column_brackets.h"

#include <algorithm>
#include <cmath>

namespace widgets {

ColumnBrackets::ColumnBrackets(QCPAxisRect* map, int columns, std::vector<AxisBracket> brackets, const FigureStyle& style)
    : QCPLayoutElement(map->parentPlot())
    , m_map(map)
    , m_columns(std::max(1, columns))
    , m_brackets(std::move(brackets))
    , m_style(style)
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
    const double cell = double(m_map->width()) / m_columns, top = m_map->bottom() + 3;
    double end = -1e9; // of the words before
    painter->setFont(tickFont(m_style));
    painter->setBrush(Qt::NoBrush);
    for (const AxisBracket& bracket : m_brackets) {
        const double left = m_map->left() + bracket.first * cell + 1, right = m_map->left() + (bracket.last + 1) * cell - 1;
        if (right - left > 2) {
            painter->setPen(QPen(theme.text2, 1));
            painter->drawPolyline(QPolygonF{{left, top}, {left, top + bracketDepth}, {right, top + bracketDepth}, {right, top}});
        }
        const double width = metrics.horizontalAdvance(bracket.text);
        const double start = std::clamp(
            (left + right - width) / 2, double(m_map->left()), std::max(double(m_map->left()), m_map->right() - width));
        if (start < end + 8)
            continue; // of too many every k-th stays
        end = start + width;
        painter->setPen(theme.text);
        painter->drawText(
            QRectF(start, top + bracketDepth + 1, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, bracket.text);
    }
}

} // namespace widgets
