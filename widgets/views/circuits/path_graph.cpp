#include "widgets/views/circuits/path_graph.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/strong_type.h"

#include <QSet>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double thinnest = 0.8, thickest = 8; // px of ordinary lines
constexpr int maxNumbers = 6;
constexpr double keyLine = 1.4, keyLineClose = 0.8; // of the height of a word
constexpr double wordEdge = 2.5; // px between a word and the outline of its node
constexpr double numbersFrom = 8; // px: between nodes of a smaller radius no numbers have room

} // namespace

void PathGraph::setGraph(int rows, int columns, std::vector<GraphNode> nodes, std::vector<GraphEdge> edges)
{
    m_nodes = std::move(nodes);
    m_edges = std::move(edges);
    m_longestHead.clear();
    for (const GraphNode& node : m_nodes)
        if (node.kind == GraphNode::Head && node.text.size() > m_longestHead.size())
            m_longestHead = node.text;
    setSize(rows, columns);
}

QRect PathGraph::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect() : QRect(); }

int PathGraph::nodeAt(Cell cell) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const GraphNode& node) { return node.cell == cell; });
    return found == m_nodes.end() ? -1 : int(found - m_nodes.begin());
}

/// Of a row with one wide node in the middle it is that node, wherever the mouse is.
Cell PathGraph::cellAt(const QPointF& pixel) const
{
    const Cell cell = CellPlottable::cellAt(pixel);
    if (cell.isNone() || nodeAt(cell) >= 0)
        return cell;
    for (const GraphNode& node : m_nodes)
        if (node.kind == GraphNode::End && node.cell.row == cell.row)
            return node.cell;
    return {};
}

/// Of a head, px.
double PathGraph::radius() const
{
    const QRectF cell = cellRect({0, 0});
    return std::max(
        1.5, std::min({0.36 * cell.width(), 0.25 * cell.height(), 15 * style().tickPoints / FigureStyle().tickPoints}));
}

QRectF PathGraph::nodeRect(int node) const
{
    const GraphNode& one = m_nodes[std::size_t(node)];
    const QRectF cell = cellRect(one.cell);
    const double r = radius();
    const QString& text = one.kind == GraphNode::Head ? m_longestHead : one.text; // heads are of one size
    const QFontMetricsF metrics(strong(tickFont(style()), text), mParentPlot);
    const double word = metrics.horizontalAdvance(text), high = metrics.tightBoundingRect(text).height() + 2 * wordEdge;
    const bool isRoom = high <= (one.kind == GraphNode::Head ? 0.5 * cell.height() + 2 * wordEdge : 0.8 * cell.height());
    if (one.kind == GraphNode::Head) {
        const bool hasWord = isRoom && word + 2 * wordEdge <= cell.width() - 2;
        const QSizeF size(std::max(2 * r, hasWord ? word + 2 * wordEdge : 0.), std::max(2 * r, hasWord ? high : 0.));
        return {cell.center().x() - size.width() / 2, cell.center().y() + 0.2 * cell.height() - size.height() / 2, size.width(),
            size.height()};
    }
    const double wide = std::max(3.2 * r, isRoom ? word + 2 * space::s : 0.);
    if (one.kind == GraphNode::FeedForward) { // heads are in other columns: it may be higher
        const QSizeF size(std::min(wide, cell.width() - 2), std::max(1.5 * r, isRoom ? high : 0.));
        return {cell.center().x() - size.width() / 2, cell.center().y() - 0.26 * cell.height() - size.height() / 2, size.width(),
            size.height()};
    }
    const QRectF map = mapRect();
    const double height = std::max(1.8 * r, isRoom ? high : 0.);
    return {map.center().x() - wide / 2, cell.center().y() - height / 2, wide, height};
}

bool PathGraph::hasWord(int node) const
{
    const GraphNode& one = m_nodes[std::size_t(node)];
    const QString& text = one.kind == GraphNode::Head ? m_longestHead : one.text; // all heads have names, or none
    const QFontMetricsF metrics(strong(tickFont(style()), text), mParentPlot);
    const QRectF rect = nodeRect(node);
    return metrics.horizontalAdvance(text) <= rect.width() - 2 && metrics.tightBoundingRect(text).height() <= rect.height() - 2;
}

QPainterPath PathGraph::edgePath(int edge) const
{
    const GraphEdge& one = m_edges[std::size_t(edge)];
    const QRectF from = nodeRect(one.from), to = nodeRect(one.to);
    const double port = one.input == core::PathInput::Query ? -0.6 : one.input == core::PathInput::Value ? 0.6 : 0;
    const QPointF start(from.center().x(), from.top() + 1), end(to.center().x() + port * to.width() / 2, to.bottom() - 1);
    const double bend = std::max(0.45 * std::abs(start.y() - end.y()), 4.);
    QPainterPath path(start);
    path.cubicTo(start - QPointF(0, bend), end + QPointF(0, bend), end);
    return path;
}

double PathGraph::edgeWidth(int edge) const
{
    const double unit = style().lineWidth / FigureStyle().lineWidth;
    const double most = std::min(thickest * unit, 1.1 * radius());
    const double least = std::min(thinnest * unit, most);
    const double share = std::abs(m_edges[std::size_t(edge)].effect) / std::max(1e-30, std::abs(m_edges.front().effect));
    return least + (most - least) * std::min(1.0, share);
}

QColor PathGraph::colorOf(core::PathInput input) const
{
    const Theme& theme = themeOf(style());
    switch (input) {
    case core::PathInput::Query:
        return theme.q;
    case core::PathInput::Key:
        return theme.k;
    case core::PathInput::Value:
        return theme.v;
    default:
        return theme.text2;
    }
}

/// Where a node of the circuit is pinned, its own paths stand out.
bool PathGraph::isFaded(const GraphEdge& edge) const
{
    const int node = nodeAt(pinned());
    return node >= 0 && m_nodes[std::size_t(node)].isKept && edge.from != node && edge.to != node;
}

std::vector<NumberSet> PathGraph::numbers() const
{
    NumberSet set{name(), {"row"}, {0}, {}, {QStringList()}};
    QSet<QString> seen;
    for (const GraphEdge& edge : m_edges) {
        if (seen.contains(edge.name))
            continue;
        seen << edge.name;
        set.labels[0] << edge.name;
        set.values.push_back(edge.effect);
        ++set.shape[0];
    }
    return {set};
}

void PathGraph::drawRows(QCPPainter* painter) const
{
    const QRectF map = mapRect();
    QColor band = themeOf(style()).surfaceAlt;
    band.setAlphaF(0.6F);
    for (int row = 1; row + 1 < rows(); row += 2) {
        const QRectF cell = cellRect({row, 0});
        painter->fillRect(QRectF(map.left(), cell.top(), map.width(), cell.height()), band);
    }
}

/// Thin ones first; a seam of the ground keeps thick ones apart where they cross.
void PathGraph::drawEdges(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    painter->setBrush(Qt::NoBrush);
    for (int edge = int(m_edges.size()) - 1; edge >= 0; --edge) {
        const GraphEdge& one = m_edges[std::size_t(edge)];
        const QPainterPath path = edgePath(edge);
        const double width = edgeWidth(edge), share = std::abs(one.effect) / std::abs(m_edges.front().effect);
        if (width > 2) {
            painter->setPen(QPen(theme.surface, width + 1.5, Qt::SolidLine, Qt::FlatCap));
            painter->drawPath(path);
        }
        QColor color = colorOf(one.input);
        color.setAlphaF(float((isFaded(one) ? 0.4 : 1) * std::min(1.0, 0.42 + 0.8 * std::sqrt(share))));
        QPen pen(color, width, Qt::SolidLine, Qt::FlatCap);
        if (one.effect < 0)
            pen.setDashPattern({4 / std::max(1.0, width / 2), 2.5 / std::max(1.0, width / 2)});
        painter->setPen(pen);
        painter->drawPath(path);
    }
}

void PathGraph::drawNodes(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    const double unit = style().lineWidth / FigureStyle().lineWidth;
    for (int node = 0; node < int(m_nodes.size()); ++node) {
        const GraphNode& one = m_nodes[std::size_t(node)];
        const QRectF rect = nodeRect(node);
        const double corner = one.kind == GraphNode::Head ? rect.height() / 2 : std::min(5.0, rect.height() / 3);
        painter->setPen(QPen(one.isKept ? theme.text : theme.border, one.isKept ? 1.4 * unit : 1));
        painter->setBrush(theme.surface);
        if (one.kind == GraphNode::End && one.isKept) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.accent);
        }
        painter->drawRoundedRect(rect, corner, corner);
        QFont font = one.isKept ? strong(tickFont(style()), one.text) : tickFont(style());
        if (!hasWord(node))
            continue;
        painter->setFont(font);
        painter->setPen(one.kind == GraphNode::End && one.isKept ? theme.onAccent : one.isKept ? theme.text : theme.disabled);
        painter->drawText(rect, Qt::AlignCenter | Qt::TextDontClip, one.text);
    }
    painter->setBrush(Qt::NoBrush);
    const auto ring = [&](Cell cell, const QColor& color, double width) {
        if (const int node = nodeAt(cell); node >= 0) {
            const QRectF rect = nodeRect(node).adjusted(-3, -3, 3, 3);
            const double corner
                = m_nodes[std::size_t(node)].kind == GraphNode::Head ? rect.height() / 2 : std::min(7.0, rect.height() / 3);
            painter->setPen(QPen(color, width));
            painter->drawRoundedRect(rect, corner, corner);
        }
    };
    ring(hovered(), theme.text2, 1.2);
    ring(pinned(), theme.slotB, 2.5 * unit);
}

/// Of the largest paths, where there is room between nodes and other numbers.
void PathGraph::drawNumbers(QCPPainter* painter) const
{
    if (radius() < numbersFrom)
        return;
    const QFont font = strong(tickFont(style()), QStringLiteral("0"));
    const QFontMetricsF metrics(font, mParentPlot);
    std::vector<QRectF> taken;
    for (int node = 0; node < int(m_nodes.size()); ++node)
        taken.push_back(nodeRect(node));
    painter->setFont(font);
    int written = 0;
    for (int edge = 0; edge < int(m_edges.size()) && written < maxNumbers; ++edge) {
        const GraphEdge& one = m_edges[std::size_t(edge)];
        if (isFaded(one))
            continue;
        const QString text = formatNumber(one.effect);
        const QSizeF size(metrics.horizontalAdvance(text) + space::s, metrics.height());
        const QPainterPath path = edgePath(edge);
        for (const double at : {0.5, 0.4, 0.6, 0.3, 0.7}) {
            const QPointF centre = path.pointAtPercent(at);
            const QRectF place(centre - QPointF(size.width() / 2, size.height() / 2), size);
            if (!mapRect().contains(place)
                || std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); }))
                continue;
            QColor ground = themeOf(style()).surface;
            ground.setAlphaF(0.9F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(ground);
            painter->drawRoundedRect(place, 4, 4);
            painter->setPen(colorOf(one.input));
            painter->drawText(place, Qt::AlignCenter, text);
            taken.push_back(place);
            ++written;
            break;
        }
    }
    painter->setBrush(Qt::NoBrush);
}

PathGraph::Key PathGraph::keyIn(const QStringList& words, double width, const FigureStyle& style, const QPaintDevice* device)
{
    const QFontMetricsF metrics(tickFont(style), device);
    const auto placed = [&](double line, double gap) {
        Key key{{}, line};
        QPointF place;
        for (const QString& word : words) {
            const double wide = line + space::xs + metrics.horizontalAdvance(word);
            if (place.x() > 0 && place.x() + wide > width)
                place = {0, place.y() + metrics.height()};
            key.places.push_back(place);
            place.rx() += wide + gap;
        }
        return key;
    };
    const Key usual = placed(keyLine * metrics.height(), space::m), close = placed(keyLineClose * metrics.height(), space::s);
    return close.places.back().y() < usual.places.back().y() ? close : usual;
}

void PathGraph::drawKey(QCPPainter* painter) const
{
    if (m_keyWords.isEmpty())
        return;
    const Theme& theme = themeOf(style());
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QRectF outer = mKeyAxis->axisRect()->outerRect();
    QStringList words = m_keyWords;
    const auto placed = [&] { return keyIn(words, outer.right() - mapRect().left(), style(), mParentPlot); };
    while (words.size() > 1 && placed().places.back().y() + metrics.height() > mapRect().top() - outer.top())
        words.removeLast(); // none is cut
    const auto [places, line] = placed();
    const double first = mapRect().top() - space::xs - metrics.height() / 2 - places.back().y(); // the last is above the map
    painter->setFont(tickFont(style()));
    constexpr core::PathInput inputs[] = {
        core::PathInput::Query, core::PathInput::Key, core::PathInput::Value, core::PathInput::Logits, core::PathInput::Logits};
    for (int i = 0; i < std::min<int>(int(words.size()), std::size(inputs)); ++i) {
        const double x = mapRect().left() + places[std::size_t(i)].x(), middle = first + places[std::size_t(i)].y();
        QPen pen(colorOf(inputs[i]), 2.2 * style().lineWidth / FigureStyle().lineWidth, Qt::SolidLine, Qt::FlatCap);
        if (i == 4)
            pen.setDashPattern({2.5, 1.5});
        painter->setPen(pen);
        painter->drawLine(QLineF(x, middle, x + line, middle));
        painter->setPen(theme.text2);
        painter->drawText(QRectF(x + line + space::xs, middle - metrics.height() / 2,
                              metrics.horizontalAdvance(words[i]) + 2, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, words[i]);
    }
}

void PathGraph::draw(QCPPainter* painter)
{
    if (m_nodes.empty() || !mKeyAxis || !mValueAxis)
        return;
    painter->setAntialiasing(true);
    drawRows(painter);
    if (!m_edges.empty())
        drawEdges(painter);
    drawNodes(painter);
    if (!m_edges.empty())
        drawNumbers(painter);
    drawKey(painter);
}

} // namespace widgets
