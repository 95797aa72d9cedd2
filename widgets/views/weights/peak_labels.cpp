#include "widgets/views/weights/peak_labels.h"

#include "widgets/plot/kept_apart.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

QPointF pixelOf(const QCPGraph& graph, const QCPGraphData& point)
{
    return {graph.keyAxis()->coordToPixel(point.key), graph.valueAxis()->coordToPixel(point.value)};
}

QFont fontOfLabels(const FigureStyle& style) { return figureFont(style, style.tickPoints, QFont::DemiBold); }

} // namespace

PeakLabels::PeakLabels(QCPAxisRect* rect, const FigureStyle& style)
    : QCPLayerable(rect->parentPlot(), QStringLiteral("overlay"))
    , m_rect(rect)
    , m_style(style)
{
    setParent(rect);
}

void PeakLabels::add(QCPGraph* graph, const QString& name) { m_labels.push_back({graph, name}); }

std::vector<PeakLabels::Place> PeakLabels::places() const
{
    std::vector<Place> places(m_labels.size());
    if (!m_rect || m_labels.empty())
        return places;
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const auto& points = *m_labels[i].graph->data();
        const auto peak = std::max_element(points.constBegin(), points.constEnd(),
            [](const QCPGraphData& one, const QCPGraphData& other) { return std::abs(one.value) < std::abs(other.value); });
        if (peak != points.constEnd())
            places[i].peak = pixelOf(*m_labels[i].graph, *peak);
    }
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i].peak.y(); });
    std::vector<double> wanted;
    for (const std::size_t i : order)
        wanted.push_back(places[i].peak.y());
    const QFontMetricsF metrics(fontOfLabels(m_style), parentPlot());
    const double half = metrics.height() / 2;
    const std::vector<double> middles = keptApart(wanted, metrics.height(), m_rect->top() + half, m_rect->bottom() - half);
    double column = m_rect->left(); // right of whatever is drawn as high as the words
    for (const Label& label : m_labels)
        for (const QCPGraphData& point : *label.graph->data())
            if (const QPointF at = pixelOf(*label.graph, point); at.y() < middles.back() + half && at.y() > middles.front() - half)
                column = std::max(column, at.x());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double width = metrics.horizontalAdvance(m_labels[order[i]].name) + 2;
        const double left = std::min(column + space::xl, m_rect->right() - width);
        places[order[i]].words = QRectF(left, middles[i] - half, width, metrics.height());
    }
    return places;
}

void PeakLabels::draw(QCPPainter* painter)
{
    const std::vector<Place> all = places();
    painter->setFont(fontOfLabels(m_style));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QColor color = m_labels[i].graph->pen().color();
        painter->setPen(QPen(color, 1));
        painter->drawLine(QLineF(all[i].peak, {all[i].words.left() - 3, all[i].words.center().y()}));
        painter->setPen(color);
        painter->drawText(all[i].words, Qt::AlignLeft | Qt::AlignVCenter, m_labels[i].name);
    }
}

} // namespace widgets
