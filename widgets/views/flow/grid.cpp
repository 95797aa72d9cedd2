#include "widgets/views/flow/grid.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/strong_type.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"

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

std::vector<NumberSet> FlowGrid::numbers() const
{
    // As beside the map: a reader of tables hears of a layer and a token, not of two indices.
    const auto* const rect = qobject_cast<const GridAxisRect*>(mKeyAxis->axisRect());
    const QStringList tokens = rect ? rect->columnLabels() : QStringList();
    NumberSet words{name(), {"row", "column"}, {rows(), columns()}, {}, {{}, tokens.size() == columns() ? tokens : QStringList()}};
    for (const int layer : m_layers)
        words.labels[0] << flowLayerLabel(layer);
    for (const FlowCell& cell : m_cells)
        words.values.push_back(cell.probability);
    NumberSet arcs{QStringLiteral("arcs"), {"row", "value"}, {core::Index(m_arcs.size()), 2}, {}, {{}, {"key", "weight"}}};
    for (const FlowArc& arc : m_arcs) {
        arcs.labels[0] << tokens.value(arc.key);
        arcs.values.insert(arcs.values.end(), {double(arc.key), arc.weight});
    }
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

/// Words that the label of the arcs would cover are left out.
void FlowGrid::drawCell(QCPPainter* painter, Cell at, const Lines& lines) const
{
    const Theme& theme = themeOf(style());
    const FlowCell& cell = this->cell(at);
    const QRectF rect = cellRect(at), box = boxOf(rect), place = wordsRect(at, lines);
    const double radius = rect.width() >= 10 && rect.height() >= 10 ? 3.5 : 0;
    const QColor ground = std::isnan(cell.probability) ? theme.surfaceAlt : colorOf(cell.probability);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground);
    painter->drawRoundedRect(box, radius, radius);
    if (std::isnan(cell.probability) || place.isEmpty())
        return;

    // The word, and where there is room its probability: below it, or at the right edge.
    const QFont small = numberFont();
    const QFontMetricsF smallMetrics(small, mParentPlot);
    const QString sign = !m_isDifference ? QString() : cell.probability < 0 ? QStringLiteral("−") : QStringLiteral("+");
    const QString number = sign + formatFixed(std::abs(cell.probability), 2);
    const double inside = place.width();
    const bool isBeside = !lines.isStacked && inside >= 3.2 * lines.numberWidth;
    const double wordRoom = inside - (isBeside ? lines.numberWidth : 0);
    QFont font;
    QString text;
    for (const double share : {1.0, 0.88, 0.78}) { // a smaller word is better than a part of one
        font = wordFont(share);
        if (cell.isFinal)
            font = strong(font, cell.text);
        text = QFontMetricsF(font, mParentPlot).elidedText(cell.text, Qt::ElideRight, wordRoom);
        if (text == cell.text)
            break;
        if (const QString two = lines.isFolded ? folded(cell.text, font, inside) : QString(); !two.isEmpty()) {
            text = two;
            break;
        }
    }
    const QFontMetricsF metrics(font, mParentPlot);
    const QColor ink = textColorOn(ground.rgb());
    const auto write = [&](const QRectF& line, Qt::Alignment alignment, const QString& letters) {
        const QFontMetricsF size(painter->font(), mParentPlot);
        if (!size.boundingRect(line, int(alignment), letters).intersects(lines.pill)) // half a word says nothing
            painter->drawText(line, int(alignment) | Qt::TextDontClip, letters);
    };
    painter->setFont(font);
    painter->setPen(ink);
    if (lines.isStacked) {
        const double free = place.height() - metrics.height() - smallMetrics.height(); // of a smaller word
        const QRectF word(place.left(), place.top() + free / 2, inside, metrics.height());
        write(word, Qt::AlignCenter, text);
        painter->setFont(small);
        painter->setPen(mixedColor(ground, ink, 0.78));
        write(QRectF(place.left(), word.bottom(), inside, smallMetrics.height()), Qt::AlignCenter, number);
    } else if (isBeside) {
        write(place.adjusted(2, 0, -lines.numberWidth, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter->setFont(small);
        painter->setPen(mixedColor(ground, ink, 0.78));
        write(place.adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, number);
    } else if ((text.size() > 1 || text == cell.text) && inside >= metrics.size(0, text).width() - 1) {
        write(place, Qt::AlignCenter, text);
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
    double x = shownRect().left();
    const double top = shownRect().top() - metrics.height() - space::xs;
    const double swatch = metrics.height() * 0.5;
    for (const auto& [color, text] : {std::pair(theme.slotA, QStringLiteral("A")), std::pair(theme.slotB, QStringLiteral("B"))}) {
        painter->fillRect(QRectF(x, top + (metrics.height() - swatch) / 2, swatch, swatch), color);
        x += swatch + space::xs;
        painter->setPen(theme.text2);
        painter->drawText(QRectF(x, top, metrics.height() * 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + space::m;
    }
}

/// Those of the part that is shown.
void FlowGrid::drawCells(QCPPainter* painter) const
{
    const Lines lines = this->lines();
    const int first = std::max(0, int(std::floor(mKeyAxis->range().lower + 0.5)));
    const int last = std::min(columns() - 1, int(std::ceil(mKeyAxis->range().upper - 0.5)));
    for (int row = 0; row < rows(); ++row)
        for (int column = first; column <= last; ++column)
            drawCell(painter, {row, column}, lines);
}

/// The most probable of the columns that share a px.
void FlowGrid::drawOverview(QCPPainter* painter) const
{
    const QRectF place = overviewRect();
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(false);
    for (int x = 0; x < int(place.width()); ++x) {
        const int first = int(x * columns() / place.width()), last = int((x + 1) * columns() / place.width());
        double most = 0;
        for (int column = first; column <= std::min(std::max(first, last - 1), columns() - 1); ++column)
            if (const double one = cell({0, column}).probability; std::abs(one) > std::abs(most)) // not NaN
                most = one;
        painter->fillRect(QRectF(place.left() + x, place.top(), 1, place.height()), colorOf(most));
    }
    const double unit = place.width() / columns();
    const QRectF part(place.left() + (mKeyAxis->range().lower + 0.5) * unit, place.top() - 1, mKeyAxis->range().size() * unit,
        place.height() + 1);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.text, 1.5));
    painter->drawRect(part);
    painter->setAntialiasing(true);
}

void FlowGrid::draw(QCPPainter* painter)
{
    if (m_cells.empty() || !mKeyAxis || !mValueAxis)
        return;
    const Theme& theme = themeOf(style());
    painter->setAntialiasing(true);
    if (isPart()) {
        drawOverview(painter);
        const QRect inside = mKeyAxis->axisRect()->rect(), outside = mKeyAxis->axisRect()->outerRect();
        painter->setClipRect(QRect(inside.left(), outside.top(), inside.width(), outside.height()));
    }
    drawCells(painter);
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
    ring(hovered(), theme.text, 1.2);
    ring(pinned(), theme.slotB, 2.5);
    if (m_isDifference)
        drawKey(painter);
}

} // namespace widgets
