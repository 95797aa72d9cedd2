#include "widgets/views/mixture/expert_links.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double thickestPitch = 52; // px from expert to expert

} // namespace

ExpertLinks::ExpertLinks(QCustomPlot* plot, const FigureStyle& style, LinksContent content)
    : QCPLayoutElement(plot)
    , m_style(style)
    , m_content(std::move(content))
{
    setMinimumSize(200, 120);
}

void ExpertLinks::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

void ExpertLinks::draw(QCPPainter* painter)
{
    const std::size_t tokens = m_content.gates.size(), experts = m_content.colors.size();
    if (tokens == 0 || experts == 0)
        return;
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(bold, mParentPlot);
    const double line = metrics.height();
    const double top = rect().top() + line, height = rect().height() - line;
    double widest = 0;
    for (const QString& token : std::as_const(m_content.tokens))
        widest = std::max(widest, metrics.horizontalAdvance(token));
    widest = std::min(widest, 0.3 * rect().width());
    const double boxWidth = metrics.horizontalAdvance(QStringLiteral("E%1").arg(experts - 1)) + 2 * space::s;
    const double number = metrics.horizontalAdvance(QString::number(tokens)) + space::s;
    const double barRoom = std::clamp(0.2 * rect().width(), 24.0, 110.0);
    const double left = rect().left() + widest + space::s; // bands start
    const double boxes = rect().right() - number - barRoom - space::s - boxWidth;
    const double tokenPitch = std::min(thickestPitch, height / double(tokens));
    const double expertPitch = std::min(thickestPitch, height / double(experts));
    const auto tokenY
        = [&](std::size_t t) { return top + (height - tokenPitch * double(tokens)) / 2 + (double(t) + 0.5) * tokenPitch; };
    const auto expertY
        = [&](std::size_t e) { return top + (height - expertPitch * double(experts)) / 2 + (double(e) + 0.5) * expertPitch; };

    double largest = 0;
    for (const std::vector<double>& row : m_content.gates)
        for (const double gate : row)
            largest = std::max(largest, std::abs(gate));
    const double widestBand = std::clamp(0.7 * tokenPitch, 1.0, 11.0);
    painter->setBrush(Qt::NoBrush);
    for (const bool isMarked : {false, true}) // those that stand out are on top
        for (std::size_t t = 0; t < tokens; ++t)
            for (std::size_t e = 0; e < experts; ++e) {
                const double gate = std::abs(m_content.gates[t][e]);
                if (gate == 0 || (int(t) == m_content.marked) != isMarked)
                    continue;
                QColor color = m_content.colors[e];
                color.setAlphaF(isMarked ? 0.95F : m_content.marked >= 0 ? 0.28F : 0.55F);
                painter->setPen(
                    QPen(color, std::max(1.0, widestBand * gate / std::max(largest, 1e-30)), Qt::SolidLine, Qt::FlatCap));
                QPainterPath path(QPointF(left, tokenY(t)));
                const double half = (boxes - left) * 0.5;
                path.cubicTo(QPointF(left + half, tokenY(t)), QPointF(boxes - half, expertY(e)), QPointF(boxes, expertY(e)));
                painter->drawPath(path);
            }

    const auto every = std::size_t(std::max(1.0, std::ceil(0.95 * line / tokenPitch)));
    for (std::size_t t = 0; t < tokens; ++t) {
        const bool isMarked = int(t) == m_content.marked;
        if (t % every != 0 && !isMarked)
            continue;
        if (!isMarked && m_content.marked >= 0 && every > 1 && std::abs(double(t) - m_content.marked) < double(every))
            continue; // the marked one needs the place
        painter->setFont(isMarked ? bold : plain);
        painter->setPen(isMarked ? theme.slotB : theme.text);
        painter->drawText(QRectF(rect().left(), tokenY(t) - line / 2, widest, line), Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(m_content.tokens.value(int(t)), Qt::ElideRight, widest));
    }

    const double most = std::max(m_content.mostCount, 1.0);
    const double boxHeight = std::min(expertPitch - 2, line + space::s);
    painter->setFont(plain);
    painter->setPen(theme.text2);
    painter->drawText(QRectF(boxes + boxWidth + space::s, rect().top(), rect().right() - boxes - boxWidth - space::s, line),
        Qt::AlignLeft | Qt::AlignVCenter, m_content.countHead);
    for (std::size_t e = 0; e < experts; ++e) {
        const QColor color = m_content.colors[e];
        const QRectF box(boxes, expertY(e) - boxHeight / 2, boxWidth, std::max(1.0, boxHeight));
        const double count = e < m_content.counts.size() ? m_content.counts[e] : 0;
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawRoundedRect(box, 4, 4);
        const QRectF bar(
            box.right() + space::s, expertY(e) - 0.3 * boxHeight, std::max(1.0, count / most * barRoom), 0.6 * boxHeight);
        painter->drawRoundedRect(bar, 2, 2);
        painter->setBrush(Qt::NoBrush);
        if (expertPitch < 0.95 * line)
            continue;
        painter->setFont(bold);
        painter->setPen(textColorOn(color.rgb()));
        painter->drawText(box, Qt::AlignCenter, QStringLiteral("E%1").arg(e));
        painter->setFont(plain);
        painter->setPen(count > 0 ? theme.text : theme.text2);
        painter->drawText(QRectF(bar.right() + space::xs, expertY(e) - line / 2, number, line), Qt::AlignLeft | Qt::AlignVCenter,
            QString::number(int(count)));
    }
}

} // namespace widgets
