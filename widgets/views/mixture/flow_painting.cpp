// What a MixtureFlow draws in the columns that flow.cpp has arranged: heads, the token, bars, bands, boxes.

#include "widgets/plot/color_map.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/mixture/flow.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double widestBand = 16;
constexpr double radius = 4;

} // namespace

void MixtureFlow::draw(QCPPainter* painter)
{
    if (m_content.probs.empty())
        return;
    arrange();
    drawBands(painter);
    drawChip(painter);
    drawBars(painter);
    drawBoxes(painter);
    drawHeads(painter);
}

void MixtureFlow::drawHeads(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    painter->setFont(tickFont(m_style));
    painter->setPen(theme.text2);
    const double height = m_at.head;
    const double top = m_at.top - height - space::s;
    const auto head = [&](double left, double right, const QString& text, Qt::Alignment align) {
        painter->drawText(QRectF(left, top, right - left, height), int(align | Qt::AlignBottom | Qt::TextWordWrap), text);
    };
    if (m_at.hasLogits)
        head(m_at.names, m_at.hasProbs ? m_at.probs - space::xs : m_at.bands, m_content.logitsHead, Qt::AlignLeft);
    if (m_at.hasProbs)
        head(m_at.probs, m_at.bands, m_content.probsHead, Qt::AlignLeft);
    const double firstBox = boxY(0) - boxHeight() / 2 - space::xs;
    painter->drawText(QRectF(m_at.bands + space::s, std::min(top, firstBox - height), gatesWidth(), height),
        int(Qt::AlignRight | Qt::AlignBottom | Qt::TextWordWrap), gatesHead());
}

void MixtureFlow::drawChip(QCPPainter* painter) const
{
    if (!m_at.hasChip)
        return;
    const Theme& theme = themeOf(m_style);
    const double middle = m_at.top + m_at.pitch * double(m_content.probs.size()) / 2;
    const double height = QFontMetricsF(tickFont(m_style), mParentPlot).height() + 2 * space::s;
    const QRectF chip(m_at.chip, middle - height / 2, m_at.names - space::l - m_at.chip, height);
    // The token's vector meets one row of the router's matrix for each expert.
    QColor thread = theme.borderStrong;
    thread.setAlphaF(0.35F);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(thread, 1));
    for (int e = 0; e < int(m_content.probs.size()); ++e) {
        QPainterPath path(QPointF(chip.right(), middle));
        const double x = m_at.names - 3;
        const double half = (x - chip.right()) / 2;
        path.cubicTo(QPointF(chip.right() + half, middle), QPointF(x - half, barY(e)), QPointF(x, barY(e)));
        painter->drawPath(path);
    }
    painter->setPen(QPen(theme.slotB, 1.5));
    painter->setBrush(theme.surface);
    painter->drawRoundedRect(chip, radius, radius);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(theme.text);
    const QFont font = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    painter->setFont(font);
    painter->drawText(chip, Qt::AlignCenter,
        QFontMetricsF(font, mParentPlot).elidedText(m_content.token, Qt::ElideRight, chip.width() - space::xs));
}

void MixtureFlow::drawBars(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(bold, mParentPlot);
    const std::vector<double> places = labelPlaces();
    const double thickness = std::max(0.5, std::min(0.62 * m_at.pitch, m_at.pitch - 1));
    const bool isDense = m_at.pitch < 0.95 * QFontMetricsF(plain, mParentPlot).height();
    const auto text = [&](const QRectF& place, Qt::Alignment align, const QString& words) {
        painter->drawText(place, int(align | Qt::AlignVCenter), words);
    };
    const auto column = [&](const FlowBars& bars, double left, double width) {
        const auto& [values, reach, isSigned] = bars;
        if (values.empty())
            return;
        const double number = bars.numberWidth(metrics);
        const double full = std::max(4.0, isSigned ? (width - 2 * number) / 2 : width - number);
        const double zero = isSigned ? left + number + full : left;
        if (isSigned) {
            painter->setPen(QPen(theme.border, 1));
            painter->drawLine(QLineF(zero, m_at.top, zero, m_at.top + m_at.pitch * double(values.size())));
        }
        for (int e = 0; e < int(values.size()); ++e) {
            const double value = values[std::size_t(e)];
            const FlowBox* box = boxOf(e);
            QColor color = box ? box->color : theme.borderStrong;
            color.setAlphaF(box ? 1.F : 0.4F);
            const double end = zero + (std::isfinite(value) ? std::clamp(value / reach, -1.0, 1.0) * full : 0);
            QRectF bar = QRectF(QPointF(zero, barY(e) - thickness / 2), QPointF(end, barY(e) + thickness / 2)).normalized();
            bar.setWidth(std::max(bar.width(), 1.0));
            painter->setPen(Qt::NoPen);
            painter->setBrush(color);
            painter->drawRoundedRect(bar, std::min({3.0, bar.width() / 2, thickness / 2}), std::min(3.0, thickness / 2));
            painter->setBrush(Qt::NoBrush);
            if (std::isnan(places[std::size_t(e)]))
                continue;
            painter->setFont(box ? bold : plain);
            painter->setPen(box ? theme.text : theme.text2);
            const double y = places[std::size_t(e)], h = metrics.height();
            const QString words = formatFixed(value, 2);
            if (isDense) // right of all bars, where there is room
                text(QRectF(left + width - number, y - h / 2, number, h), Qt::AlignRight, words);
            else if (value < 0)
                text(QRectF(bar.left() - number, y - h / 2, number - 4, h), Qt::AlignRight, words);
            else
                text(QRectF(bar.right() + 4, y - h / 2, number, h), Qt::AlignLeft, words);
        }
    };
    for (int e = 0; e < int(places.size()); ++e) {
        if (std::isnan(places[std::size_t(e)]))
            continue;
        const bool isKept = boxOf(e) != nullptr;
        painter->setFont(isKept ? bold : plain);
        painter->setPen(isKept ? theme.text : theme.text2);
        text(QRectF(m_at.names, places[std::size_t(e)] - metrics.height() / 2, m_at.bars - m_at.names, metrics.height()),
            Qt::AlignLeft, QStringLiteral("E%1").arg(counted(e)));
    }
    if (m_at.hasLogits)
        column({m_content.logits, m_content.logitReach}, m_at.bars, m_at.barsWidth);
    if (m_at.hasProbs)
        column({m_content.probs, m_content.probReach}, m_at.probs, m_at.probsWidth);
}

void MixtureFlow::drawBands(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    double largest = 0;
    for (const FlowBox& box : m_content.boxes)
        if (!box.isShared && !box.isSum)
            largest = std::max(largest, std::abs(box.gate));
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_content.boxes.size(); ++i) {
        const FlowBox& box = m_content.boxes[i];
        if (box.isSum || box.expert < 0)
            continue;
        // A shared expert's band comes from the token itself, below all bars.
        const double below = m_at.top + m_at.pitch * double(m_content.probs.size()) + space::l;
        const double y = box.isShared ? std::min(below, rect().bottom() - 2.0) : barY(box.expert);
        const double x = box.isShared ? m_at.chip + space::l : m_at.bands;
        QColor color = box.isDropped ? theme.disabled : box.color;
        color.setAlphaF(0.55F);
        const double width = box.isDropped ? 1.5
            : box.isShared                 ? 3
                                           : 2 + (widestBand - 2) * (largest > 0 ? std::abs(box.gate) / largest : 0);
        painter->setPen(QPen(color, width, box.isDropped || box.isShared ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
        QPainterPath path;
        const double start = box.isShared ? m_at.bands : x;
        if (box.isShared) {
            const double middle = m_at.top + m_at.pitch * double(m_content.probs.size()) / 2;
            path.moveTo(QPointF(x, m_at.hasChip ? middle : y));
            path.lineTo(QPointF(x, y));
            path.lineTo(QPointF(start, y));
        } else {
            path.moveTo(QPointF(x, y));
        }
        const double half = (m_at.boxes - start) * 0.55;
        path.cubicTo(QPointF(start + half, y), QPointF(m_at.boxes - half, boxY(i)), QPointF(m_at.boxes + 1, boxY(i)));
        painter->drawPath(path);
    }
}

void MixtureFlow::drawBoxes(QCPPainter* painter) const
{
    const Theme& theme = themeOf(m_style);
    const QFont plain = tickFont(m_style), bold = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const double line = boxLine(), height = boxHeight();
    const std::size_t count = m_content.boxes.size();
    const bool hasDetail = hasDetails();
    for (std::size_t i = 0; i < count; ++i) {
        const FlowBox& box = m_content.boxes[i];
        const QRectF place(m_at.boxes, boxY(i) - height / 2, m_at.boxWidth - space::xs, height);
        const bool isFilled = !box.isSum && !box.isDropped;
        painter->setPen(QPen(box.isDropped ? theme.disabled
                : box.isSum                ? theme.text
                                           : box.color,
            1.5, box.isDropped ? Qt::DashLine : Qt::SolidLine));
        painter->setBrush(isFilled ? QBrush(box.color) : QBrush(theme.surface));
        painter->drawRoundedRect(place, radius, radius);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(isFilled ? textColorOn(box.color.rgb()) : box.isDropped ? theme.text2 : theme.text);
        painter->setFont(bold);
        if (hasDetail) {
            painter->drawText(QRectF(place.left(), place.center().y() - line, place.width(), line), Qt::AlignCenter, box.name);
            painter->setFont(plain);
            painter->drawText(QRectF(place.left(), place.center().y(), place.width(), line), Qt::AlignCenter, box.detail);
        } else if (height >= 0.8 * line) {
            painter->drawText(place, Qt::AlignCenter, box.name);
        }
    }
    // The line of an addition, over the sum.
    if (count > 1 && m_content.boxes.back().isSum) {
        const double y = (boxY(count - 1) + boxY(count - 2)) / 2;
        const double right = m_rows ? m_rows->right() : rect().right();
        painter->setPen(QPen(theme.text, 1.5));
        painter->drawLine(QLineF(m_at.boxes, y, right, y));
    }
}

} // namespace widgets
