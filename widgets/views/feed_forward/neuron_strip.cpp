#include "widgets/views/feed_forward/neuron_strip.h"

#include "widgets/plot/heatmap_plottable.h"

#include <algorithm>

namespace widgets {

namespace {

constexpr int tickHeight = 6; // px

} // namespace

NeuronStrip::NeuronStrip(QCPAxisRect* rect, HeatmapPlottable* map, const FigureStyle& style)
    : QCPAbstractPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft))
    , m_style(style)
    , m_map(map)
{
    setSelectable(QCP::stNone);
    setName(QStringLiteral("never above 0"));
    for (QCPAxis* const axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
    setData({});
    mKeyAxis->setRange(-0.5, map->columns() - 0.5);
}

void NeuronStrip::setData(NeuronStripData data)
{
    m_data = std::move(data);
    const int lines = m_data.groups.isEmpty() ? 1 : 2; // a number of neurons has the place that it counts
    const int height = tickHeight + 5 + int(lines * QFontMetricsF(tickFont(m_style), mParentPlot).height());
    QCPAxisRect* const rect = mKeyAxis->axisRect();
    rect->setMinimumSize(10, height);
    rect->setMaximumSize(QWIDGETSIZE_MAX, height);
}

std::vector<NumberSet> NeuronStrip::numbers() const
{
    NumberSet set{name(), {"row"}, {core::Index(m_data.ticks.size())}, {}, {{}}};
    for (const int column : m_data.ticks)
        set.values.push_back(column);
    return {set};
}

QCPRange NeuronStrip::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return mKeyAxis ? mKeyAxis->range() : QCPRange();
}

QCPRange NeuronStrip::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

QRect NeuronStrip::clipRect() const
{
    if (!mKeyAxis || !m_map)
        return {};
    return mKeyAxis->axisRect()->outerRect().united(m_map->keyAxis()->axisRect()->rect()).adjusted(-40, -2, 40, 2);
}

void NeuronStrip::draw(QCPPainter* painter)
{
    if (!mKeyAxis || !m_map)
        return;
    const Theme& theme = themeOf(m_style);
    const QCPAxis* const columns = m_map->keyAxis();
    const QRectF map(columns->axisRect()->rect());
    const auto isInside = [&](double column) { return columns->range().contains(column); };
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.text);
    const double pitch = map.width() / std::max(1.0, columns->range().size());
    for (const int column : m_data.ticks)
        if (isInside(column)) {
            const double width = std::clamp(0.6 * pitch, 1.0, 4.0);
            painter->drawRect(QRectF(columns->coordToPixel(column) - width / 2, map.bottom() + 3, width, tickHeight - 1));
        }
    painter->setBrush(Qt::NoBrush);
    if (const QRectF words = wordsPlace(); !words.isEmpty()) {
        const double middle = columns->coordToPixel(m_data.marked), half = std::max(2.0, pitch / 2 + 1);
        painter->setPen(QPen(theme.slotB, m_style.lineWidth));
        painter->drawRect(QRectF(QPointF(middle - half, map.top() - 1), QPointF(middle + half, map.bottom() + 1)));
        painter->setFont(figureFont(m_style, m_style.tickPoints, QFont::DemiBold));
        painter->setPen(theme.slotB);
        painter->drawText(words, Qt::AlignCenter, m_data.words);
    }
    drawGroups(painter);
}

QRectF NeuronStrip::wordsPlace() const
{
    const QCPAxis* const columns = m_map->keyAxis();
    if (m_data.marked < 0 || !columns->range().contains(m_data.marked))
        return {};
    const QRectF map(columns->axisRect()->rect());
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), mParentPlot);
    const double middle = columns->coordToPixel(m_data.marked), width = metrics.horizontalAdvance(m_data.words) + 4;
    const double left = std::clamp(middle - width / 2, map.left(), std::max(map.left(), map.right() - width));
    const double below = m_data.groups.isEmpty() ? 0 : QFontMetricsF(tickFont(m_style), mParentPlot).height();
    return {left, map.bottom() + tickHeight + 3 + below, width, metrics.height() + 1};
}

std::vector<std::pair<QRectF, int>> NeuronStrip::countPlaces() const
{
    const QCPAxis* const columns = m_map->keyAxis();
    const QRectF map(columns->axisRect()->rect());
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    std::vector<std::pair<QRectF, int>> all;
    double begin = -0.5, free = map.left();
    for (const int count : m_data.groups) {
        const double from = columns->coordToPixel(std::max(begin, columns->range().lower));
        const double to = columns->coordToPixel(std::min(begin + count, columns->range().upper));
        begin += count;
        const double width = metrics.horizontalAdvance(QString::number(count));
        const QRectF place((from + to - width) / 2 - 1, map.bottom() + tickHeight + 3, width + 2, metrics.height());
        if (to <= from || place.left() < free)
            continue;
        free = place.right() + 4;
        all.emplace_back(place, count);
    }
    return all;
}

void NeuronStrip::drawGroups(QCPPainter* painter) const
{
    const QCPAxis* const columns = m_map->keyAxis();
    const QRectF map(columns->axisRect()->rect());
    painter->setFont(tickFont(m_style));
    painter->setPen(QPen(themeOf(m_style).text2, 1));
    double end = -0.5;
    for (const int count : m_data.groups)
        if (end += count; columns->range().contains(end) && end < m_map->columns() - 0.5) {
            const double x = columns->coordToPixel(end);
            painter->drawLine(QLineF(x, map.top(), x, map.bottom()));
        }
    for (const auto& [place, count] : countPlaces())
        painter->drawText(place, Qt::AlignCenter, QString::number(count));
}

} // namespace widgets
