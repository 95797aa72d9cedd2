#include "widgets/plot/column_brackets.h"

#include "widgets/plot/bracket.h"

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

/// Above the middle of the bracket, not beyond the map.
QRectF ColumnBrackets::placeOf(const AxisBracket& bracket, const QString& words) const
{
    const double cell = double(m_map->width()) / m_columns,
                 middle = m_map->left() + (bracket.first + bracket.last + 1) * cell / 2;
    const double width = QFontMetricsF(tickFont(m_style), mParentPlot).horizontalAdvance(words);
    const double last = std::max(double(m_map->left()), m_map->right() - width);
    return {std::clamp(middle - width / 2, double(m_map->left()), last), 0, width, 0};
}

/// Those that have room beside the ones before.
QStringList ColumnBrackets::fitting(QStringList words) const
{
    double end = -1e9;
    for (std::size_t i = 0; i < m_brackets.size(); ++i) {
        const QRectF place = placeOf(m_brackets[i], words[qsizetype(i)]);
        if (place.left() < end + 8)
            words[qsizetype(i)].clear();
        else
            end = place.right();
    }
    return words;
}

QStringList ColumnBrackets::words() const
{
    if (!m_map || m_brackets.empty())
        return {};
    QStringList whole;
    for (const AxisBracket& bracket : m_brackets)
        whole << bracket.text;
    QStringList fit = fitting(whole);
    const QString common = whole.first().left(whole.first().lastIndexOf(u' ') + 1);
    const bool isCommon
        = !common.isEmpty() && std::ranges::all_of(whole, [&](const QString& text) { return text.startsWith(common); });
    if (fit == whole || !isCommon)
        return fit;
    QStringList brief{whole.first()};
    for (const QString& text : whole.mid(1))
        brief << text.mid(common.size());
    return fitting(brief);
}

void ColumnBrackets::draw(QCPPainter* painter)
{
    if (!m_map)
        return;
    const Theme& theme = themeOf(m_style);
    const double line = QFontMetricsF(tickFont(m_style), mParentPlot).height();
    const bool isBelow = m_side == BracketSide::Below;
    const double cell = double(m_map->width()) / m_columns;
    const double tips = isBelow ? m_map->bottom() + 3 : m_map->top() - 3; // towards the map
    const double back = isBelow ? tips + bracketDepth : tips - bracketDepth;
    const double top = isBelow ? back + 1 : back - 1 - line;
    const QStringList words = this->words();
    painter->setFont(tickFont(m_style));
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_brackets.size(); ++i) {
        const AxisBracket& bracket = m_brackets[i];
        const double left = m_map->left() + bracket.first * cell + 1, right = m_map->left() + (bracket.last + 1) * cell - 1;
        if (right - left > 2) {
            painter->setPen(QPen(theme.text2, 1));
            drawBracket(*painter, {left, back, right, back}, {0, tips - back});
        }
        const QString& text = words[qsizetype(i)];
        const QRectF place = placeOf(bracket, text);
        painter->setPen(theme.text);
        painter->drawText(QRectF(place.left(), top, place.width() + 2, line), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

} // namespace widgets
