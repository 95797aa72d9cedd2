// FlowGrid, where its words, arcs and their label stand: no arc and no label runs over a word.

#include "widgets/plot/strong_type.h"
#include "widgets/views/flow/grid.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {
constexpr double minRow = 0.92; // of the height of a line, that a cell with a word has
} // namespace

bool FlowGrid::canZoom(Qt::Orientation along) const
{
    constexpr double readable = 3.6; // times the height of a line
    return along == Qt::Horizontal && mKeyAxis && columns() > 0
        && mKeyAxis->axisRect()->width() < columns() * readable * QFontMetricsF(tickFont(style())).height();
}

QRectF FlowGrid::shownRect() const { return mKeyAxis ? mapRect().intersected(QRectF(mKeyAxis->axisRect()->rect())) : QRectF(); }

bool FlowGrid::isPart() const { return mKeyAxis && mKeyAxis->range().size() < columns() - 0.01; }

QRectF FlowGrid::overviewRect() const
{
    constexpr double high = 5; // px
    if (!isPart())
        return {};
    const QRectF map = mKeyAxis->axisRect()->rect();
    return {map.left(), map.top() - high - 2, map.width(), high};
}

QFont FlowGrid::wordFont(double share) const
{
    const QRectF cell = cellRect({0, 0});
    const bool isLarge = cell.height() >= 52 && cell.width() >= 84;
    return figureFont(style(), (isLarge ? style().labelPoints : style().tickPoints) * share);
}

QFont FlowGrid::numberFont() const { return figureFont(style(), style().tickPoints * 0.88); }

/// A word of characters that can be parted anywhere, in two lines of this width; empty: it is none, or too long for them.
QString FlowGrid::folded(const QString& word, const QFont& font, double width) const
{
    const QFontMetricsF metrics(font, mParentPlot);
    const qsizetype first = (word.size() + 1) / 2;
    const bool isHan = std::all_of(word.begin(), word.end(), [](QChar letter) { return letter.script() == QChar::Script_Han; });
    if (!isHan || word.size() < 2 || metrics.horizontalAdvance(word.left(first)) > width)
        return {};
    return word.left(first) + QLatin1Char('\n') + word.mid(first);
}

/// Whether some word has no room in one line of this width and has it in two.
bool FlowGrid::hasFolded(double width) const
{
    const QFont font = wordFont();
    const QFontMetricsF metrics(font, mParentPlot);
    return std::any_of(m_cells.begin(), m_cells.end(), [&](const FlowCell& cell) {
        return !folded(cell.text, font, width).isEmpty() && metrics.horizontalAdvance(cell.text) > width;
    });
}

/// Without the arcs.
FlowGrid::Lines FlowGrid::linesOfCells() const
{
    const QRectF box = boxOf(cellRect({0, 0}));
    const QFontMetricsF usual(tickFont(style()), mParentPlot), word(wordFont(), mParentPlot), small(numberFont(), mParentPlot);
    const double number = small.horizontalAdvance(m_isDifference ? QStringLiteral("+0.00") : QStringLiteral("0.00"));
    Lines lines;
    lines.numberWidth = number + space::xs;
    lines.isStacked = box.height() >= usual.height() + small.height() + 4 && box.width() - 4 >= number;
    if (box.height() >= usual.height() * minRow)
        lines.height = lines.isStacked ? std::min(word.height() + small.height(), box.height()) : usual.height();
    lines.isFolded = !lines.isStacked && lines.height > 0 && box.height() >= 2 * usual.height() && hasFolded(box.width() - 4);
    if (lines.isFolded)
        lines.height = 2 * usual.height();
    return lines;
}

QRectF FlowGrid::boxOf(const QRectF& cell) const
{
    const bool hasGap = cell.width() >= 10 && cell.height() >= 10;
    return hasGap ? cell.adjusted(1.5, 1.5, -1.5, -1.5) : cell.adjusted(0.5, 0.5, -0.5, -0.5);
}

/// Px between a row and the next that are free on either side, with the words at the other edges of both.
double FlowGrid::freeHeight() const
{
    const QRectF cell = cellRect({0, 0});
    return (cell.height() + boxOf(cell).height()) / 2 - linesOfCells().height;
}

// Upwards, unless the map ends there.
bool FlowGrid::isBelow() const { return m_arcRow == 0; }

double FlowGrid::boundary() const
{
    const QRectF row = cellRect({m_arcRow, 0});
    return isBelow() ? row.bottom() : row.top();
}

double FlowGrid::arcWidth(int arc) const
{
    const double unit = style().lineWidth / FigureStyle().lineWidth;
    return (1.2 + 3.2 * m_arcs[std::size_t(arc)].weight + 2) * unit; // with its seam
}

/// How far an arc leaves its row: never into words.
double FlowGrid::arcHeight(double distance) const
{
    if (linesOfCells().height <= 0) {
        const double high = cellRect({m_arcRow, m_query}).height();
        return std::min(0.35 * high + 0.11 * distance + 8, 0.3 * shownRect().height() + 12);
    }
    double width = 0;
    for (int arc = 0; arc < int(m_arcs.size()); ++arc)
        width = std::max(width, arcWidth(arc));
    return std::clamp(10 + 0.06 * distance, 2.0, std::max(2.0, freeHeight() - width / 2));
}

FlowGrid::Lines FlowGrid::lines() const
{
    Lines lines = linesOfCells();
    if (lines.height <= 0 || m_arcRow < 0 || m_arcs.empty())
        return lines;
    double& bent = isBelow() ? lines.below : lines.above;
    for (int arc = 0; arc < int(m_arcs.size()); ++arc)
        bent = std::max(bent, arcHeight(spanOf(arc)) + arcWidth(arc) / 2);
    lines.pill = labelRect();
    if (!lines.pill.isEmpty() && !isNamedAbove()) {
        lines.above = std::max(lines.above, boundary() - lines.pill.top() + 1);
        lines.below = std::max(lines.below, lines.pill.bottom() - boundary() + 1);
    }
    return lines;
}

QRectF FlowGrid::wordsRect(Cell at, const Lines& lines) const
{
    if (lines.height <= 0)
        return {};
    const QRectF box = boxOf(cellRect(at));
    QRectF words(box.left() + 2, box.center().y() - lines.height / 2, box.width() - 4, lines.height);
    if (m_arcRow < 0 || m_arcs.empty())
        return words;
    // Aside for the arcs and for what is written on them, all words of a row alike.
    const int rowAbove = isBelow() ? m_arcRow : m_arcRow - 1;
    if (at.row == rowAbove)
        words.moveBottom(std::max(box.top() + lines.height, std::min(words.bottom(), boundary() - lines.above)));
    else if (at.row == rowAbove + 1)
        words.moveTop(std::min(box.bottom() - lines.height, std::max(words.top(), boundary() + lines.below)));
    return words;
}

/// Px from the key of an arc to its query.
double FlowGrid::spanOf(int arc) const
{
    return std::abs(cellRect({m_arcRow, m_query}).center().x() - cellRect({m_arcRow, m_arcs[std::size_t(arc)].key}).center().x());
}

QPainterPath FlowGrid::arcPath(int arc) const
{
    const QRectF from = cellRect({m_arcRow, m_arcs[std::size_t(arc)].key}), to = cellRect({m_arcRow, m_query});
    const double distance = spanOf(arc);
    const double y = boundary(), height = arcHeight(distance);
    const double peak = y + (isBelow() ? height : -height) / 0.75;
    QPainterPath path(QPointF(from.center().x(), y));
    if (distance < 1) { // itself
        const double reach = std::min(0.3 * from.width(), 16.0);
        path.moveTo(from.center().x() - reach, y);
        path.cubicTo(QPointF(from.center().x() - reach, peak), QPointF(from.center().x() + reach, peak),
            QPointF(from.center().x() + reach, y));
        return path;
    }
    const double lean = 0.12 * (to.center().x() - from.center().x());
    path.cubicTo(QPointF(from.center().x() + lean, peak), QPointF(to.center().x() - lean, peak), QPointF(to.center().x(), y));
    return path;
}

QPointF FlowGrid::arcTop(int arc) const { return arcPath(arc).pointAtPercent(0.5); }

int FlowGrid::namedArc() const
{
    const auto named = std::find_if(m_arcs.begin(), m_arcs.end(), [](const FlowArc& arc) { return !arc.isSink; });
    return m_arcRow < 0 || m_label.isEmpty() || named == m_arcs.end() ? -1 : int(named - m_arcs.begin());
}

QSizeF FlowGrid::labelSize() const
{
    const QFontMetricsF metrics(strong(tickFont(style()), m_label), mParentPlot);
    return {metrics.horizontalAdvance(m_label) + 2 * space::s, metrics.height() + 2};
}

bool FlowGrid::isNamedAbove() const
{
    constexpr double maxOfArc = 0.45; // else it covers more than it names
    const int named = namedArc();
    if (named < 0)
        return false;
    const QRectF column = cellRect({m_arcRow, m_query}), map = shownRect();
    const double width = labelSize().width();
    const double span = std::abs(cellRect({m_arcRow, m_arcs[std::size_t(named)].key}).center().x() - column.center().x());
    const bool fitsBeside = column.left() - 2 - width >= map.left() || column.right() + 2 + width <= map.right();
    const double most = linesOfCells().height > 0 ? 2 * freeHeight() - 2 : column.height();
    return width > maxOfArc * span || labelSize().height() > most || !fitsBeside;
}

QRectF FlowGrid::labelRect() const
{
    const int named = namedArc();
    if (named < 0)
        return {};
    QRectF rect(QPointF(), labelSize());
    const QRectF map = shownRect(), room = mKeyAxis->axisRect()->outerRect();
    if (!arcPath(named).controlPointRect().intersects(map.adjusted(0, -map.top(), 0, 0)))
        return {}; // outside the part that is shown
    if (isNamedAbove()) {
        const double right = map.right() - rect.width(); // over its arc
        rect.moveTopLeft({std::clamp(arcTop(named).x() - rect.width() / 2, map.left(), std::max(map.left(), right)),
            map.top() - rect.height() - 1});
        return right >= map.left() && rect.top() >= room.top() ? rect : QRectF();
    }
    const QRectF column = cellRect({m_arcRow, m_query});
    rect.moveCenter(arcTop(named));
    rect.moveLeft(std::clamp(rect.left(), map.left(), std::max(map.left(), map.right() - rect.width())));
    // Beside the selected column, whose words it must not cover.
    if (rect.right() > column.left() && rect.left() < column.right()) {
        if (column.left() - 2 - rect.width() >= map.left())
            rect.moveRight(column.left() - 2);
        else
            rect.moveLeft(column.right() + 2);
    }
    rect.moveTop(std::clamp(rect.top(), room.top(), std::max(room.top(), room.bottom() - rect.height())));
    if (linesOfCells().height > 0) { // between the words of two rows
        const double top = boundary() - freeHeight() + 1;
        rect.moveTop(std::clamp(rect.top(), top, std::max(top, boundary() + freeHeight() - 1 - rect.height())));
    }
    return rect;
}

} // namespace widgets
