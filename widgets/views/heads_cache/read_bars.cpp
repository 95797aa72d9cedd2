#include "widgets/views/heads_cache/read_bars.h"

#include "widgets/plot/color_map.h"

#include <algorithm>

namespace widgets {

ReadBars::ReadBars(QCustomPlot* plot, const FigureStyle& style, std::vector<ReadBar> bars)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_bars(std::move(bars))
{
    setLayer(QStringLiteral("main"));
    setMinimumSize(120, 60);
}

void ReadBars::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

void ReadBars::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    const QFont bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold), plain = tickFont(m_style);
    const QFontMetricsF metrics(bold, mParentPlot), small(plain, mParentPlot);
    double names = 0, numbers = 0, most = 1;
    for (const ReadBar& bar : m_bars) {
        names = std::max(names, metrics.horizontalAdvance(bar.name) + space::s);
        numbers = std::max(numbers, metrics.horizontalAdvance(bar.cacheText) + space::s);
        most = std::max(most, bar.weights + bar.cache);
    }
    const double room = std::max(20.0, rect().width() - names - numbers);
    const double pitch = std::min(rect().height() / std::max<double>(1, double(m_bars.size())), 3.2 * metrics.height());
    const double thick = std::min(pitch >= 2 * metrics.height() ? 0.48 * pitch : 0.8 * pitch, 1.5 * metrics.height());
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const ReadBar& bar = m_bars[i];
        const double top = rect().top() + double(i) * pitch, left = rect().left() + names;
        const QRectF weights(left, top, room * bar.weights / most, thick);
        const QRectF cache(weights.right(), top, std::max(1.0, room * bar.cache / most), thick);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.border);
        painter->drawRect(weights);
        painter->setBrush(bar.color);
        painter->drawRect(cache);
        painter->setBrush(Qt::NoBrush);
        painter->setFont(bold);
        painter->setPen(bar.color);
        painter->drawText(QRectF(rect().left(), top, names, thick), Qt::AlignLeft | Qt::AlignVCenter, bar.name);
        painter->drawText(
            QRectF(cache.right() + space::xs, top, numbers, thick), Qt::AlignLeft | Qt::AlignVCenter, bar.cacheText);
        painter->setFont(plain);
        painter->setPen(textColorOn(theme.border.rgb()));
        if (small.horizontalAdvance(bar.inside) + space::m <= weights.width())
            painter->drawText(weights.adjusted(space::s, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, bar.inside);
        painter->setPen(theme.text2);
        if (pitch >= thick + small.height())
            painter->drawText(QRectF(left, weights.bottom() + 1, rect().right() - left, small.height()),
                Qt::AlignLeft | Qt::AlignVCenter, small.elidedText(bar.below, Qt::ElideRight, rect().right() - left));
    }
}

} // namespace widgets
