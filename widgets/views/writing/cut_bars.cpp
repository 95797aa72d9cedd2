#include "widgets/views/writing/cut_bars.h"

#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

// Px of ordinary type.
constexpr double maxPitch = 20, minPitch = 14, maxNames = 84, grip = 4, reach = 6;

} // namespace

CutBars::CutBars(QCPAxisRect* rect, const FigureStyle& style)
    : CellPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style)
{
    setName(QStringLiteral("next tokens"));
    setAntialiased(false);
    rect->axis(QCPAxis::atLeft)->setVisible(false);
    rect->axis(QCPAxis::atLeft)->grid()->setVisible(false);
    rect->axis(QCPAxis::atBottom)->grid()->setVisible(true);
    const auto ticks = QSharedPointer<QCPAxisTickerText>::create(); // few, as the place may be narrow
    for (const auto& [tick, words] : {std::pair{0.0, "0"}, std::pair{0.5, "0.5"}, std::pair{1.0, "1"}})
        ticks->addTick(tick, QString::fromLatin1(words));
    rect->axis(QCPAxis::atBottom)->setTicker(ticks);
}

void CutBars::setBars(std::vector<CutBar> bars, double topP, const QString& topPWords, const QString& rest)
{
    m_bars = std::move(bars);
    m_topP = topP;
    m_topPWords = topPWords;
    m_rest = rest;
    const QFontMetricsF metrics(figureFont(style(), style().tickPoints, QFont::DemiBold), mParentPlot);
    m_names = m_numbers = 0;
    for (const CutBar& bar : m_bars) {
        m_names = std::max(m_names, metrics.horizontalAdvance(bar.name));
        m_numbers = std::max(m_numbers, metrics.horizontalAdvance(numbersOf(bar)));
    }
    m_names = std::min(m_names, maxNames * typeScale(style())) + space::s;
    m_numbers += space::m;
    QCPAxisRect* const rect = mKeyAxis->axisRect();
    rect->setAutoMargins(QCP::msBottom);
    rect->setMargins({int(m_names), int(metrics.height() + grip * typeScale(style())) + 1, int(m_numbers), 0});
    setSize(std::max(1, int(m_bars.size())), 1);
    mKeyAxis->setRange(0, 1);
}

QString CutBars::numbersOf(const CutBar& bar) const
{
    return QStringLiteral("%1 → %2").arg(
        formatFixed(bar.before, 3), bar.after > 0 ? formatFixed(bar.after, 3) : QStringLiteral("0"));
}

int CutBars::kept() const
{
    return int(std::ranges::count_if(m_bars, [](const CutBar& bar) { return bar.after > 0; }));
}

double CutBars::pitch() const
{
    const double unit = typeScale(style()), height = mKeyAxis->axisRect()->height();
    return std::clamp(height / std::max<double>(1, double(m_bars.size())), minPitch * unit, maxPitch * unit);
}

int CutBars::shownBars() const { return std::min(int(m_bars.size()), int(mKeyAxis->axisRect()->height() / pitch())); }

QRectF CutBars::rowRect(int bar) const
{
    const QRectF all(mKeyAxis->axisRect()->rect());
    return {all.left(), all.top() + bar * pitch(), all.width(), pitch()};
}

Cell CutBars::cellAt(const QPointF& pixel) const
{
    if (!mKeyAxis)
        return {};
    const QRectF all = QRectF(mKeyAxis->axisRect()->rect()).adjusted(-m_names, 0, m_numbers, 0);
    if (!all.contains(pixel))
        return {};
    const int bar = int((pixel.y() - all.top()) / pitch());
    return bar < shownBars() ? Cell{bar, 0} : Cell();
}

bool CutBars::isOnCut(const QPointF& pixel) const
{
    if (!mKeyAxis || m_topP <= 0)
        return false;
    const QRectF all(mKeyAxis->axisRect()->rect());
    const double near = reach * typeScale(style()), x = mKeyAxis->coordToPixel(m_topP);
    const double bottom = kept() < shownBars() ? rowRect(kept()).top() : all.bottom();
    return std::abs(pixel.x() - x) <= near && pixel.y() >= all.top() - 2 * near
        && pixel.y() <= (m_topP < 1 ? bottom : all.top() + near);
}

double CutBars::shareAt(const QPointF& pixel) const
{
    return mKeyAxis ? std::clamp(mKeyAxis->pixelToCoord(pixel.x()), 0.0, 1.0) : 0;
}

std::vector<NumberSet> CutBars::numbers() const
{
    NumberSet set{name(), {"token", "value"}, {core::Index(m_bars.size()), 3}, {}, {{}, {"before", "after", "sum"}}};
    for (const CutBar& bar : m_bars) {
        set.labels[0] << bar.name;
        set.values.insert(set.values.end(), {bar.before, bar.after, bar.sum});
    }
    return {set};
}

QCPRange CutBars::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return {0, 1};
}

QRect CutBars::clipRect() const { return mKeyAxis ? mKeyAxis->axisRect()->outerRect() : QRect(); }

void CutBars::drawSum(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    double before = 0;
    for (int bar = 0; bar < shownBars(); ++bar) {
        const CutBar& one = m_bars[std::size_t(bar)];
        const QRectF row = rowRect(bar);
        const double x = mKeyAxis->coordToPixel(one.sum);
        painter->setPen(QPen(one.after > 0 ? theme.text : theme.disabled, style().lineWidth));
        if (bar > 0)
            painter->drawLine(QLineF(mKeyAxis->coordToPixel(before), row.top(), x, row.top()));
        painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
        before = one.sum;
    }
}

/// The line with its words and its grip; at 1 the grip alone.
void CutBars::drawTopP(QCPPainter* painter) const
{
    if (m_topP <= 0)
        return;
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QRectF all(mKeyAxis->axisRect()->rect());
    const double x = mKeyAxis->coordToPixel(m_topP), half = grip * typeScale(style());
    painter->setBrush(themeOf(style()).accent);
    painter->drawPolygon(QPolygonF{{x - half, all.top() - half}, {x + half, all.top() - half}, {x, all.top() + half}});
    painter->setBrush(Qt::NoBrush);
    if (m_topP >= 1)
        return;
    painter->drawLine(QLineF(x, all.top(), x, kept() < shownBars() ? rowRect(kept()).top() : all.bottom()));
    const double width = painter->fontMetrics().horizontalAdvance(m_topPWords) + 4;
    const double left = std::min(x - width / 2, all.right() + m_numbers - width);
    painter->drawText(QRectF(left, all.top() - metrics.height() - half, width, metrics.height()), Qt::AlignCenter, m_topPWords);
}

void CutBars::drawCut(QCPPainter* painter) const
{
    const Theme& theme = themeOf(style());
    const QFontMetricsF metrics(tickFont(style()), mParentPlot);
    const QRectF all(mKeyAxis->axisRect()->rect());
    painter->setFont(figureFont(style(), style().tickPoints, QFont::DemiBold));
    const bool isCut = kept() < shownBars();
    const double y = rowRect(kept()).top();
    painter->setPen(QPen(theme.accent, style().lineWidth));
    drawTopP(painter);
    if (!isCut)
        return;
    painter->drawLine(QLineF(all.left() - m_names, y, all.right() + m_numbers, y));
    if (shownBars() - kept() < 2)
        return;
    painter->setFont(tickFont(style()));
    painter->setPen(theme.text2);
    const double width = metrics.horizontalAdvance(m_rest) + 4;
    const double right = mKeyAxis->coordToPixel(m_bars[std::size_t(kept())].sum) - 4;
    const QRectF place(std::max(all.left() + 0.1 * all.width(), right - width), y + 2, width, metrics.height());
    if (place.right() <= right + 1)
        painter->drawText(place, Qt::AlignCenter, m_rest);
}

void CutBars::draw(QCPPainter* painter)
{
    if (!mKeyAxis || m_bars.empty())
        return;
    const Theme& theme = themeOf(style());
    const QRectF all(mKeyAxis->axisRect()->rect());
    const QFont plain = tickFont(style()), bold = figureFont(style(), style().tickPoints, QFont::DemiBold);
    for (int bar = 0; bar < shownBars(); ++bar) {
        const CutBar& one = m_bars[std::size_t(bar)];
        const QRectF row = rowRect(bar);
        if (hovered().row == bar) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.surfaceAlt);
            painter->drawRect(row.adjusted(-m_names, 0, m_numbers, 0));
        }
        painter->setPen(Qt::NoPen);
        painter->setBrush(one.after > 0 ? theme.slotA : theme.border);
        painter->drawRect(QRectF(
            row.left(), row.top() + 0.14 * row.height(), mKeyAxis->coordToPixel(one.before) - row.left(), 0.72 * row.height()));
        painter->setFont(one.isDrawn ? bold : plain);
        painter->setPen(one.after > 0 ? theme.text : theme.text2);
        const QFontMetricsF metrics(painter->font(), mParentPlot);
        const QString name = metrics.elidedText(one.name, Qt::ElideRight, m_names - space::s);
        painter->drawText(QRectF(all.left() - m_names, row.top(), m_names - space::xs, row.height()),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, name);
        painter->drawText(QRectF(all.right() + space::s, row.top(), m_numbers, row.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, numbersOf(one));
    }
    painter->setBrush(Qt::NoBrush);
    drawSum(painter);
    drawCut(painter);
}

} // namespace widgets
