#include "widgets/views/feed_forward/slope_histogram.h"

#include "widgets/plot/number_format.h"
#include "widgets/views/feed_forward/pages.h"

#include <algorithm>
#include <array>

namespace widgets {

namespace {

constexpr double heightOfHighest = 0.42; // of the chart: the curve has the rest

/// Where the zone changes between two places.
double boundary(const core::Activation& kind, double left, double right)
{
    const core::SlopeZone zone = core::slopeZone(kind, left);
    for (int i = 0; i < 40; ++i) {
        const double middle = (left + right) / 2;
        (core::slopeZone(kind, middle) == zone ? left : right) = middle;
    }
    return right;
}

} // namespace

QColor mixed(const QColor& color, const QColor& with, double share)
{
    const auto part = [&](float a, float b) { return float(double(a) * share + double(b) * (1 - share)); };
    return QColor::fromRgbF(
        part(color.redF(), with.redF()), part(color.greenF(), with.greenF()), part(color.blueF(), with.blueF()));
}

SlopeHistogram::SlopeHistogram(QCPAxisRect* rect, const FigureStyle& style)
    : QCPAbstractPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft))
    , m_style(style)
{
    setSelectable(QCP::stNone);
    setName(QStringLiteral("values"));
}

void SlopeHistogram::setValues(const core::ValueCounts& values, const core::Activation& kind)
{
    m_values = values;
    m_zones.clear();
    const QCPRange range = mKeyAxis->range();
    constexpr int steps = 600;
    double from = range.lower;
    for (int i = 1; i <= steps; ++i) {
        const double left = range.lower + range.size() * (i - 1) / steps, right = range.lower + range.size() * i / steps;
        const core::SlopeZone zone = core::slopeZone(kind, left);
        if (i < steps && core::slopeZone(kind, right) == zone)
            continue;
        const double to = i < steps ? boundary(kind, left, right) : right;
        m_zones.push_back({from, to, zone});
        from = to;
    }
}

void SlopeHistogram::setShares(const core::SlopeShares& shares)
{
    m_shares = shares;
    QCPAxisRect* const rect = mKeyAxis->axisRect();
    QMargins room = rect->minimumMargins();
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    room.setTop(std::max(room.top(), int(metrics.height()) + space::xs));
    rect->setMinimumMargins(room);
}

std::vector<NumberSet> SlopeHistogram::numbers() const
{
    NumberSet set{name(), {"row", "value"}, {core::Index(m_values.counts.size()), 3}, {}, {{}, {"from", "to", "count"}}};
    for (std::size_t i = 0; i < m_values.counts.size(); ++i)
        for (const double value : {m_values.edges[i], m_values.edges[i + 1], double(m_values.counts[i])})
            set.values.push_back(value);
    return {set};
}

QCPRange SlopeHistogram::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_values.edges.empty();
    return found ? QCPRange(m_values.edges.front(), m_values.edges.back()) : QCPRange();
}

QCPRange SlopeHistogram::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false; // its heights are not on the axis
    return {};
}

QRect SlopeHistogram::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect() : QRect(); }

QColor SlopeHistogram::colorOf(core::SlopeZone zone) const
{
    const Theme& theme = themeOf(m_style);
    return zone == core::SlopeZone::Silent ? mixed(theme.text2, theme.surface, 0.35)
        : zone == core::SlopeZone::Bends   ? mixed(theme.slotA, theme.surface, 0.33)
                                           : mixed(theme.slotA, theme.surface, 0.6);
}

void SlopeHistogram::draw(QCPPainter* painter)
{
    if (!mKeyAxis || m_values.counts.empty())
        return;
    const Theme& theme = themeOf(m_style);
    const QRectF all(mKeyAxis->axisRect()->rect());
    const auto x = [&](double key) { return std::clamp(mKeyAxis->coordToPixel(key), all.left(), all.right() + 1); };
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    QVector<QLineF> borders;
    for (std::size_t i = 0; i < m_zones.size(); ++i) {
        if (m_zones[i].zone == core::SlopeZone::Silent)
            painter->fillRect(
                QRectF(QPointF(x(m_zones[i].from), all.top()), QPointF(x(m_zones[i].to), all.bottom())), theme.surfaceAlt);
        if (i > 0)
            borders << QLineF(x(m_zones[i].from), all.top(), x(m_zones[i].from), all.bottom());
    }
    const auto highest = double(*std::max_element(m_values.counts.begin(), m_values.counts.end()));
    const double unit = highest > 0 ? heightOfHighest * all.height() / highest : 0;
    for (const core::SlopeZone zone : {core::SlopeZone::Silent, core::SlopeZone::Bends, core::SlopeZone::Passes}) {
        QVector<QRectF> columns;
        for (const Zone& part : m_zones) {
            if (part.zone != zone)
                continue;
            for (std::size_t i = 0; i < m_values.counts.size(); ++i) {
                const double from = std::max(part.from, m_values.edges[i]), to = std::min(part.to, m_values.edges[i + 1]);
                if (m_values.counts[i] == 0 || from >= to)
                    continue;
                const double height = std::max(1.0, unit * double(m_values.counts[i]));
                const double gap = x(to) - x(from) > 4 ? 0.5 : 0;
                columns << QRectF(QPointF(x(from) + gap, all.bottom() - height), QPointF(x(to) - gap, all.bottom() + 1));
            }
        }
        painter->setBrush(colorOf(zone));
        painter->drawRects(columns);
    }
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.borderStrong, 1, Qt::DotLine));
    painter->drawLines(borders);
    drawShares(painter);
}

/// Each over the middle of its zones, as near as the others leave it; in shorter words where the longer ones have no room.
void SlopeHistogram::drawShares(QCPPainter* painter) const
{
    if (m_shares.all() == 0)
        return;
    struct Words
    {
        core::SlopeZone zone;
        core::Index count;
        QStringList names; // longest first
    };
    const std::array<Words, 3> all{
        Words{core::SlopeZone::Silent, m_shares.silent,
            {FeedForward::tr("nearly silent: |slope| < 0.1"), FeedForward::tr("nearly silent"), FeedForward::tr("silent")}},
        Words{core::SlopeZone::Bends, m_shares.bending,
            {FeedForward::tr("bend"), FeedForward::tr("bend"), FeedForward::tr("bend")}},
        Words{core::SlopeZone::Passes, m_shares.passing,
            {FeedForward::tr("pass: |slope| > 0.9"), FeedForward::tr("pass"), FeedForward::tr("pass")}}};
    struct Placed
    {
        QString number, name;
        double middle, width;
    };
    const QFont bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold), plain = tickFont(m_style);
    const QFontMetricsF boldMetrics(bold, mParentPlot), metrics(plain, mParentPlot);
    const QRectF rect(mKeyAxis->axisRect()->rect());
    std::vector<Placed> placed;
    bool fits = false;
    for (int form = 0; form < 3 && !fits; ++form) {
        placed.clear();
        double used = 0;
        for (const Words& words : all) {
            double weight = 0, sum = 0;
            for (const Zone& zone : m_zones)
                if (zone.zone == words.zone) {
                    weight += zone.to - zone.from;
                    sum += (zone.to - zone.from) * (zone.from + zone.to) / 2;
                }
            if (weight <= 0 && words.count == 0)
                continue;
            Placed one{formatPercent(double(words.count) / double(m_shares.all())), words.names[form],
                weight > 0 ? mKeyAxis->coordToPixel(sum / weight) : rect.right(), 0};
            one.width = boldMetrics.horizontalAdvance(one.number + QLatin1Char(' ')) + metrics.horizontalAdvance(one.name) + 2;
            used += one.width + space::m;
            placed.push_back(one);
        }
        fits = used <= rect.width() + space::m;
    }
    if (!fits) // the sentence has them
        return;
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.middle < b.middle; });
    std::vector<double> left;
    for (const Placed& one : placed) {
        const double least = left.empty() ? rect.left() : left.back() + placed[left.size() - 1].width + space::m;
        left.push_back(std::max(least, one.middle - one.width / 2));
    }
    double right = rect.right();
    for (std::size_t i = placed.size(); i-- > 0; right = left[i] - space::m)
        left[i] = std::min(left[i], right - placed[i].width);
    const double top = rect.top() - metrics.height() - 2;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const double number = boldMetrics.horizontalAdvance(placed[i].number + QLatin1Char(' '));
        painter->setFont(bold);
        painter->setPen(themeOf(m_style).text);
        painter->drawText(QRectF(left[i], top, number + 4, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, placed[i].number);
        painter->setFont(plain);
        painter->setPen(themeOf(m_style).text2);
        painter->drawText(
            QRectF(left[i] + number, top, placed[i].width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, placed[i].name);
    }
}

} // namespace widgets
