#include "widgets/views/flow/grid.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/strong_type.h"
#include "widgets/views/flow/parts.h"

#include <algorithm>
#include <cmath>

namespace widgets {

void FlowGrid::setCells(std::vector<int> layers, int columns, std::vector<FlowCell> cells)
{
    m_layers = std::move(layers);
    m_cells = std::move(cells);
    setSize(int(m_layers.size()), columns);
}

int FlowGrid::rowOf(int layer) const
{
    const auto found = std::find(m_layers.begin(), m_layers.end(), layer);
    return found == m_layers.end() ? -1 : int(found - m_layers.begin());
}

void FlowGrid::setArcs(int row, int query, std::vector<FlowArc> arcs, const QString& label)
{
    m_arcRow = row;
    m_query = query;
    m_arcs = std::move(arcs);
    m_label = label;
}

void FlowGrid::setWaiting(RunPtr run, std::vector<core::LensPlace> places)
{
    m_waitingRun = std::move(run);
    m_waiting = std::move(places);
}

std::vector<NumberSet> FlowGrid::numbers() const
{
    NumberSet words{name(), {"row", "column"}, {rows(), columns()}, {}, {{}, {}}};
    for (const int layer : m_layers)
        words.labels[0] << QString::number(layer);
    for (const FlowCell& cell : m_cells)
        words.values.push_back(cell.probability);
    NumberSet arcs{QStringLiteral("arcs"), {"row", "value"}, {core::Index(m_arcs.size()), 2}, {}, {{}, {"key", "weight"}}};
    for (const FlowArc& arc : m_arcs)
        arcs.values.insert(arcs.values.end(), {double(arc.key), arc.weight});
    return {words, arcs};
}

QColor FlowGrid::colorOf(double probability) const
{
    const Theme& theme = themeOf(style());
    if (m_isDifference)
        return mixedColor(
            theme.surface, probability < 0 ? theme.slotA : theme.slotB, 0.03 + 0.97 * std::min(1.0, std::abs(probability)));
    return mixedColor(theme.surface, theme.slotA, 0.07 + 0.93 * std::clamp(probability, 0.0, 1.0));
}

QRect FlowGrid::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect() : QRect(); }

QPainterPath FlowGrid::arcPath(int arc) const
{
    const QRectF from = cellRect({m_arcRow, m_arcs[std::size_t(arc)].key}), to = cellRect({m_arcRow, m_query});
    const double distance = std::abs(to.center().x() - from.center().x());
    // In tall rows it stays below the words of the row above.
    double height = from.height() > 50 ? std::min(10 + 0.06 * distance, 0.3 * from.height())
                                       : std::min(0.35 * from.height() + 0.11 * distance + 8, 0.3 * mapRect().height() + 12);
    if (m_arcRow > 0 && isNamedAbove()) // and below its words
        height = std::min(height, from.top() - mapRect().top());
    // Upwards, unless the sheet or the map ends there.
    const bool isBelow = m_arcRow == 0 || from.top() - height < mKeyAxis->axisRect()->outerRect().top();
    const double y = isBelow ? from.bottom() : from.top();
    const double peak = y + (isBelow ? height : -height) / 0.75;
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
    constexpr double maxOfArc = 0.6;
    const int named = namedArc();
    if (named < 0)
        return false;
    const QRectF column = cellRect({m_arcRow, m_query}), map = mapRect();
    const double width = labelSize().width();
    const double span = std::abs(cellRect({m_arcRow, m_arcs[std::size_t(named)].key}).center().x() - column.center().x());
    const bool fitsBeside = column.left() - 2 - width >= map.left() || column.right() + 2 + width <= map.right();
    return width > maxOfArc * span || labelSize().height() > column.height() || !fitsBeside;
}

QRectF FlowGrid::labelRect() const
{
    const int named = namedArc();
    if (named < 0)
        return {};
    QRectF rect(QPointF(), labelSize());
    const QRectF map = mapRect(), room = mKeyAxis->axisRect()->outerRect();
    if (isNamedAbove()) {
        rect.moveTopLeft({map.left(), map.top() - rect.height() - 1});
        return rect.right() <= map.right() && rect.top() >= room.top() ? rect : QRectF();
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
    return rect;
}

int FlowGrid::arcAt(const QPointF& pixel) const
{
    constexpr double near = 5; // px
    if (m_arcRow < 0)
        return -1;
    if (labelRect().contains(pixel))
        return namedArc();
    int nearest = -1;
    double least = near;
    for (int arc = 0; arc < int(m_arcs.size()); ++arc) {
        const QPainterPath path = arcPath(arc);
        for (int step = 0; step <= 64; ++step) {
            const double distance = QLineF(path.pointAtPercent(step / 64.0), pixel).length();
            if (distance < least) {
                least = distance;
                nearest = arc;
            }
        }
    }
    return nearest;
}

void FlowGrid::drawCell(QCPPainter* painter, const QRectF& rect, const FlowCell& cell, const QRectF& pill) const
{
    const Theme& theme = themeOf(style());
    const bool hasGap = rect.width() >= 10 && rect.height() >= 10;
    const QRectF box = hasGap ? rect.adjusted(1.5, 1.5, -1.5, -1.5) : rect.adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = hasGap ? 3.5 : 0;
    if (std::isnan(cell.probability)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.surfaceAlt);
        painter->drawRoundedRect(box, radius, radius);
        return;
    }
    const QColor ground = colorOf(cell.probability);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground);
    painter->drawRoundedRect(box, radius, radius);

    // The word, and where there is room its probability: below it, or at the right edge.
    const QFont small = figureFont(style(), style().tickPoints * 0.88);
    const QFontMetricsF smallMetrics(small, mParentPlot);
    const QString number = (!m_isDifference               ? QString()
                                   : cell.probability < 0 ? QStringLiteral("−")
                                                          : QStringLiteral("+"))
        + formatFixed(std::abs(cell.probability), 2);
    const double numberWidth
        = smallMetrics.horizontalAdvance(m_isDifference ? QStringLiteral("+0.00") : QStringLiteral("0.00")) + space::xs;
    const double inside = box.width() - 4;
    const bool isLarge = rect.height() >= 52 && rect.width() >= 84;
    const QFontMetricsF usual(tickFont(style()), mParentPlot);
    if (box.height() < usual.height() * 0.92)
        return;
    const bool isStacked = box.height() >= usual.height() + smallMetrics.height() + 4 && inside >= numberWidth - space::xs;
    const bool isBeside = !isStacked && inside >= 3.2 * numberWidth;
    const double wordRoom = inside - (isBeside ? numberWidth : 0);
    QFont font;
    QString text;
    for (const double share : {1.0, 0.88, 0.78}) { // a smaller word is better than a part of one
        font = figureFont(style(), (isLarge ? style().labelPoints : style().tickPoints) * share);
        if (cell.isFinal)
            font = strong(font, cell.text);
        text = QFontMetricsF(font, mParentPlot).elidedText(cell.text, Qt::ElideRight, wordRoom);
        if (text == cell.text)
            break;
    }
    const QFontMetricsF metrics(font, mParentPlot);
    const QColor ink = textColorOn(ground.rgb());
    const auto write = [&](const QRectF& place, Qt::Alignment alignment, const QString& letters) {
        const QFontMetricsF size(painter->font(), mParentPlot);
        if (!size.boundingRect(place, int(alignment), letters).intersects(pill)) // half a word says nothing
            painter->drawText(place, int(alignment) | Qt::TextDontClip, letters);
    };
    painter->setFont(font);
    painter->setPen(ink);
    const bool hasWord = text.size() > 1 || text == cell.text;
    QRectF words = box.adjusted(2, 0, -2, 0);
    if (isStacked) {
        const double height = metrics.height() + smallMetrics.height();
        const double top = box.center().y() - height / 2;
        words = QRectF(box.left() + 2, top, inside, metrics.height());
        write(words, Qt::AlignCenter, text);
        painter->setFont(small);
        painter->setPen(mixedColor(ground, ink, 0.78));
        write(QRectF(box.left() + 2, words.bottom(), inside, smallMetrics.height()), Qt::AlignCenter, number);
    } else if (isBeside) {
        write(words.adjusted(2, 0, -numberWidth, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter->setFont(small);
        painter->setPen(mixedColor(ground, ink, 0.78));
        write(words.adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, number);
    } else if (hasWord && inside >= metrics.horizontalAdvance(text) - 1) {
        write(words, Qt::AlignCenter, text);
    }
}

void FlowGrid::drawArcs(QCPPainter* painter) const
{
    if (m_arcRow < 0 || m_arcs.empty())
        return;
    const Theme& theme = themeOf(style());
    const double unit = style().lineWidth / FigureStyle().lineWidth;
    painter->setBrush(Qt::NoBrush);
    for (int arc = int(m_arcs.size()) - 1; arc >= 0; --arc) { // the largest on top
        const FlowArc& one = m_arcs[std::size_t(arc)];
        const QPainterPath path = arcPath(arc);
        // A seam of the ground keeps the line apart from the cells.
        QColor seam = theme.surface;
        seam.setAlphaF(0.75F);
        const double width = (1.2 + 3.2 * one.weight) * unit;
        painter->setPen(QPen(seam, width + 2 * unit, Qt::SolidLine, Qt::RoundCap));
        painter->drawPath(path);
        QColor color = one.isSink ? theme.hatch : theme.slotB;
        color.setAlphaF(float(one.isSink ? 0.85 : 0.4 + 0.6 * std::min(1.0, one.weight / 0.5)));
        painter->setPen(QPen(color, one.isSink ? 1.4 * unit : width, one.isSink ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap));
        painter->drawPath(path);
    }
    drawLabel(painter);
}

void FlowGrid::drawLabel(QCPPainter* painter) const
{
    const QRectF pill = labelRect();
    if (pill.isEmpty())
        return;
    const Theme& theme = themeOf(style());
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.slotB);
    painter->drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter->setFont(strong(tickFont(style()), m_label));
    painter->setPen(textColorOn(theme.slotB.rgb()));
    painter->drawText(pill, Qt::AlignCenter, m_label);
    painter->setBrush(Qt::NoBrush);
}

/// Above the map: whose colour is whose.
void FlowGrid::drawKey(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    painter->setFont(tickFont(style()));
    double x = mapRect().left();
    const double top = mapRect().top() - metrics.height() - space::xs;
    const double swatch = metrics.height() * 0.5;
    for (const auto& [color, text] : {std::pair(theme.slotA, QStringLiteral("A")), std::pair(theme.slotB, QStringLiteral("B"))}) {
        painter->fillRect(QRectF(x, top + (metrics.height() - swatch) / 2, swatch, swatch), color);
        x += swatch + space::xs;
        painter->setPen(theme.text2);
        painter->drawText(QRectF(x, top, metrics.height() * 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + space::m;
    }
}

void FlowGrid::draw(QCPPainter* painter)
{
    if (m_cells.empty() || !mKeyAxis || !mValueAxis)
        return;
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(true);
    const QRectF pill = labelRect();
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column)
            drawCell(painter, cellRect({row, column}), cell({row, column}), pill);
    painter->setBrush(Qt::NoBrush);
    const auto ring = [&](Cell at, const QColor& color, double width) {
        if (at.isNone() || at.row >= rows() || at.column >= columns())
            return;
        const double half = std::min(1.0, cellRect(at).width() / 12);
        painter->setPen(QPen(color, width));
        painter->drawRoundedRect(cellRect(at).adjusted(half, half, -half, -half), 3.5, 3.5);
    };
    if (m_query >= 0 && m_query < columns()) {
        const QRectF lowest = cellRect({rows() - 1, m_query});
        painter->fillRect(QRectF(lowest.left() + 2, lowest.bottom(), lowest.width() - 4, 2.5), theme.slotB);
        ring({0, m_query}, theme.slotB, 1.5);
    }
    drawArcs(painter);
    if (m_isDifference)
        drawKey(painter);
    ring(hovered(), theme.text, 1.2);
    ring(pinned(), theme.slotB, 2.5);
}

} // namespace widgets
