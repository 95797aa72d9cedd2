#include "widgets/views/mixture/expert_links.h"

#include "widgets/plot/color_map.h"
#include "widgets/plot/counting.h"
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

ExpertLinks::Places ExpertLinks::places() const
{
    const std::size_t tokens = m_content.gates.size(), experts = m_content.colors.size();
    const QFontMetricsF metrics(figureFont(m_style, m_style.tickPoints, QFont::DemiBold), mParentPlot);
    Places at;
    at.line = metrics.height();
    at.top = rect().top() + at.line;
    at.height = rect().height() - at.line;
    for (const QString& token : std::as_const(m_content.tokens))
        at.tokenWidth = std::max(at.tokenWidth, metrics.horizontalAdvance(token));
    at.tokenWidth = std::min(at.tokenWidth, 0.3 * rect().width());
    at.boxWidth = metrics.horizontalAdvance(QStringLiteral("E%1").arg(counted(experts - 1))) + 2 * space::s;
    at.numberWidth = metrics.horizontalAdvance(QString::number(tokens)) + space::s;
    at.barRoom = std::clamp(0.2 * rect().width(), 24.0, 110.0);
    at.left = rect().left() + at.tokenWidth + space::s;
    at.boxes = rect().right() - at.numberWidth - at.barRoom - space::s - at.boxWidth;
    at.tokenPitch = std::min(thickestPitch, at.height / double(tokens));
    at.expertPitch = std::min(thickestPitch, at.height / double(experts));
    at.firstToken = at.top + (at.height - at.tokenPitch * double(tokens)) / 2 + 0.5 * at.tokenPitch;
    at.firstExpert = at.top + (at.height - at.expertPitch * double(experts)) / 2 + 0.5 * at.expertPitch;
    return at;
}

void ExpertLinks::draw(QCPPainter* painter)
{
    if (m_content.gates.empty() || m_content.colors.empty())
        return;
    const Places at = places();
    drawBands(*painter, at);
    drawTokens(*painter, at);
    drawExperts(*painter, at);
}

void ExpertLinks::drawBands(QCPPainter& painter, const Places& at) const
{
    double largest = 0;
    for (const std::vector<double>& row : m_content.gates)
        for (const double gate : row)
            largest = std::max(largest, std::abs(gate));
    const double widestBand = std::clamp(0.7 * at.tokenPitch, 1.0, 11.0);
    painter.setBrush(Qt::NoBrush);
    for (const bool isMarked : {false, true}) // those that stand out are on top
        for (std::size_t t = 0; t < m_content.gates.size(); ++t)
            for (std::size_t e = 0; e < m_content.colors.size(); ++e) {
                const double gate = std::abs(m_content.gates[t][e]);
                if (gate == 0 || (int(t) == m_content.marked) != isMarked)
                    continue;
                QColor color = m_content.colors[e];
                color.setAlphaF(isMarked ? 0.95F : m_content.marked >= 0 ? 0.28F : 0.55F);
                painter.setPen(
                    QPen(color, std::max(1.0, widestBand * gate / std::max(largest, 1e-30)), Qt::SolidLine, Qt::FlatCap));
                QPainterPath path(QPointF(at.left, at.tokenY(t)));
                const double half = (at.boxes - at.left) * 0.5;
                path.cubicTo(QPointF(at.left + half, at.tokenY(t)), QPointF(at.boxes - half, at.expertY(e)),
                    QPointF(at.boxes, at.expertY(e)));
                painter.drawPath(path);
            }
}

void ExpertLinks::drawTokens(QCPPainter& painter, const Places& at) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(bold, mParentPlot);
    const auto every = std::size_t(std::max(1.0, std::ceil(0.95 * at.line / at.tokenPitch)));
    for (std::size_t t = 0; t < m_content.gates.size(); ++t) {
        const bool isMarked = int(t) == m_content.marked;
        if (t % every != 0 && !isMarked)
            continue;
        if (!isMarked && m_content.marked >= 0 && every > 1 && std::abs(double(t) - m_content.marked) < double(every))
            continue; // the marked one needs the place
        painter.setFont(isMarked ? bold : plain);
        painter.setPen(isMarked ? theme.slotB : theme.text);
        painter.drawText(QRectF(rect().left(), at.tokenY(t) - at.line / 2, at.tokenWidth, at.line),
            Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(m_content.tokens.value(int(t)), Qt::ElideRight, at.tokenWidth));
    }
}

void ExpertLinks::drawExperts(QCPPainter& painter, const Places& at) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const double most = std::max(m_content.maxCount, 1.0);
    const double boxHeight = std::min(at.expertPitch - 2, at.line + space::s);
    const double beside = at.boxes + at.boxWidth;
    painter.setFont(plain);
    painter.setPen(theme.text2);
    painter.drawText(QRectF(beside + space::s, rect().top(), rect().right() - beside - space::s, at.line),
        Qt::AlignLeft | Qt::AlignVCenter, m_content.countHead);
    for (std::size_t e = 0; e < m_content.colors.size(); ++e) {
        const QColor color = m_content.colors[e];
        const QRectF box(at.boxes, at.expertY(e) - boxHeight / 2, at.boxWidth, std::max(1.0, boxHeight));
        const double count = e < m_content.counts.size() ? m_content.counts[e] : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(box, 4, 4);
        const QRectF bar(
            box.right() + space::s, at.expertY(e) - 0.3 * boxHeight, std::max(1.0, count / most * at.barRoom), 0.6 * boxHeight);
        painter.drawRoundedRect(bar, 2, 2);
        painter.setBrush(Qt::NoBrush);
        if (at.expertPitch < 0.95 * at.line)
            continue;
        painter.setFont(bold);
        painter.setPen(textColorOn(color.rgb()));
        painter.drawText(box, Qt::AlignCenter, QStringLiteral("E%1").arg(counted(e)));
        painter.setFont(plain);
        painter.setPen(count > 0 ? theme.text : theme.text2);
        painter.drawText(QRectF(bar.right() + space::xs, at.expertY(e) - at.line / 2, at.numberWidth, at.line),
            Qt::AlignLeft | Qt::AlignVCenter, QString::number(int(count)));
    }
}

} // namespace widgets
