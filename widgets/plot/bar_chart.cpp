// BarChart of charts.h.

#include "widgets/plot/charts.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double thickestBar = 18; // px at 9 pt

/// Beside the last bar that has room, as far as its number leaves some.
void sayShown(QCPPainter& painter, const QRectF& room, int shown, int all, const FigureStyle& style)
{
    const QFontMetricsF metrics(painter.font());
    const QString brief = BarChart::tr("%1 of %2").arg(shown).arg(all), whole = BarChart::tr("%1: no room for more").arg(brief);
    painter.setPen(themeOf(style).text2);
    for (const QString& words : {whole, brief})
        if (metrics.horizontalAdvance(words) <= room.width())
            return painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, words);
}

} // namespace

BarChart::BarChart(QCPAxisRect* rect, const FigureStyle& style)
    : QCPAbstractPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft))
    , m_style(style)
    , m_color(themeOf(style).slotA)
{
    setSelectable(QCP::stNone);
    mKeyAxis->setTicks(false);
    mKeyAxis->setTickLabels(false);
    mKeyAxis->setBasePen(Qt::NoPen);
    mKeyAxis->grid()->setVisible(false);
    mValueAxis->grid()->setVisible(false);
    mValueAxis->setBasePen(Qt::NoPen);
    mValueAxis->setTicks(false);
    mValueAxis->setTickLabels(false);
    mValueAxis->setRangeReversed(true);
}

void BarChart::setBars(QVector<Bar> bars, double full)
{
    m_bars = std::move(bars);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    double largest = 0;
    double least = 0;
    m_widest = m_widestName = 0;
    for (Bar& bar : m_bars) {
        if (bar.text.isEmpty())
            bar.text = formatNumber(bar.value);
        m_widestName = std::max(m_widestName, metrics.horizontalAdvance(bar.name));
        if (std::isfinite(bar.value)) {
            largest = std::max(largest, bar.value);
            least = std::min(least, bar.value);
        }
        m_widest = std::max(m_widest, metrics.horizontalAdvance(bar.text));
    }
    mValueAxis->setRange(-0.5, std::max<double>(1, double(m_bars.size())) - 0.5);
    mKeyAxis->axisRect()->setMinimumMargins({});
    const double reach = full > 0 ? full : std::max({largest, -least, 1e-30});
    setReach({least < 0 ? -reach : 0, reach});
}

void BarChart::setReach(const QCPRange& range)
{
    mKeyAxis->setRange(range);
    const double left = m_widestName + (range.lower < 0 ? m_widest + space::s : 0);
    QMargins room = mKeyAxis->axisRect()->minimumMargins(); // above there may be words of a mark
    room.setLeft(int(std::ceil(left)) + space::s);
    const bool hasNumbersRight = range.upper > 0 || std::ranges::any_of(m_bars, [](const Bar& bar) { return !(bar.value < 0); });
    room.setRight((hasNumbersRight ? int(std::ceil(m_widest)) : 0) + space::m);
    mKeyAxis->axisRect()->setMinimumMargins(room);
}

int BarChart::barAt(const QPointF& pixel) const
{
    if (!mKeyAxis || !mKeyAxis->axisRect()->outerRect().contains(pixel.toPoint()))
        return -1;
    const double row = std::floor((pixel.y() - rowCentre(0)) / pitch() + 0.5);
    return row >= 0 && row < double(m_bars.size()) ? int(row) : -1;
}

QRectF BarChart::barRect(int bar) const
{
    const QRect place = mKeyAxis->axisRect()->rect();
    return {double(place.left()), rowCentre(bar) - pitch() / 2, double(place.width()), pitch()};
}

double BarChart::pitch() const
{
    const double room = double(mKeyAxis->axisRect()->height()) / std::max<double>(1, double(m_bars.size()));
    const double least = QFontMetricsF(tickFont(m_style), mParentPlot).height();
    return std::clamp(
        room, least, std::max(least, 1.5 * thickestBar * std::max(1.0, m_style.tickPoints * m_style.dpiFactor / 9)));
}

double BarChart::rowCentre(int bar) const { return mKeyAxis->axisRect()->top() + (bar + 0.5) * pitch(); }

double BarChart::selectTest(const QPointF& pos, bool onlySelectable, QVariant*) const
{
    return !onlySelectable && barAt(pos) >= 0 ? mParentPlot->selectionTolerance() * 0.99 : -1;
}

QCPRange BarChart::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_bars.isEmpty();
    return mKeyAxis ? mKeyAxis->range() : QCPRange();
}

QCPRange BarChart::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = !m_bars.isEmpty();
    return {-0.5, double(m_bars.size()) - 0.5};
}

QRect BarChart::clipRect() const
{
    constexpr int descent = 2; // px that the lowest name may reach below the place
    return mKeyAxis ? mKeyAxis->axisRect()->outerRect().adjusted(0, 0, 0, descent) : QRect();
}

void BarChart::draw(QCPPainter* painter)
{
    if (!mKeyAxis || !mValueAxis)
        return;
    const Theme& theme = themeOf(m_style);
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const double thickness = 0.66 * pitch();
    const double zero = mKeyAxis->coordToPixel(0);
    painter->setAntialiasing(true);
    painter->setFont(tickFont(m_style));
    const auto hasRoom = [&](int i) { return rowCentre(i) + metrics.height() / 2 <= mKeyAxis->axisRect()->bottom() + 2; };
    for (int i = 0; i < m_bars.size(); ++i) {
        const Bar& bar = m_bars[i];
        const double middle = rowCentre(i);
        if (i > 0 && !hasRoom(i))
            break; // a bar without its name says nothing
        const bool isFinite = std::isfinite(bar.value);
        const double end = isFinite ? mKeyAxis->coordToPixel(bar.value) : zero;
        QRectF rect = QRectF(QPointF(zero, middle - thickness / 2), QPointF(end, middle + thickness / 2)).normalized();
        rect.setWidth(std::max(rect.width(), 1.0)); // something so small is still something
        const double radius = std::min({3.0, rect.width() / 2, thickness / 2});
        painter->setPen(Qt::NoPen);
        painter->setBrush(bar.isMarked ? theme.slotB : m_color);
        painter->drawRoundedRect(rect, radius, radius);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.text);
        // Right edge; numbers of negative bars are between the bars and the names.
        const double names = mKeyAxis->axisRect()->left() - space::s - (mKeyAxis->range().lower < 0 ? m_widest + space::s : 0);
        painter->drawText(QRectF(names - 1000, middle - metrics.height() / 2, 1000, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, bar.name);
        painter->setPen(bar.isMarked ? theme.slotB : theme.text2);
        const bool isLeft = isFinite && bar.value < 0;
        const double width = metrics.horizontalAdvance(bar.text) + 2;
        painter->drawText(QRectF(isLeft ? rect.left() - space::s - width : rect.right() + space::s, middle - metrics.height() / 2,
                              width, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, bar.text);
        if (i + 1 < m_bars.size() && !hasRoom(i + 1))
            sayShown(*painter, QRectF(QPointF(rect.right() + (isLeft ? 0 : space::s + width) + space::l, rect.top()),
                QPointF(mKeyAxis->axisRect()->outerRect().right(), rect.bottom())), i + 1, int(m_bars.size()), m_style);
    }
}

} // namespace widgets
