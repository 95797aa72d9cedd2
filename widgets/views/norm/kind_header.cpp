#include "widgets/views/norm/kind_header.h"

#include "widgets/diagram/painter.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/strong_type.h"

#include <algorithm>
#include <cmath>

namespace widgets {

KindHeader::KindHeader(QCustomPlot* plot, KindHeading heading, const FigureStyle& style)
    : QCPLayoutElement(plot)
    , m_heading(std::move(heading))
    , m_style(style)
{
    setLayer(QStringLiteral("main"));
    setMargins({});
}

double KindHeader::typeScale() const { return std::max(0.5, widgets::typeScale(m_style)); }

double KindHeader::lineHeight() const
{
    return QFontMetricsF(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot).height();
}

int KindHeader::fullHeight() const
{
    double height = lineHeight() + 2;
    if (m_heading.strip) {
        Diagram strip = *m_heading.strip;
        height += 4 * typeScale() + layOutStrip(strip, QRectF(0, 0, 100, 100), tickFont(m_style), typeScale());
    }
    return int(std::ceil(height));
}

QSize KindHeader::minimumOuterSizeHint() const { return {0, fullHeight()}; }

QSize KindHeader::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, fullHeight()}; }

QPointF KindHeader::stripOrigin() const { return rect().topLeft() + QPointF(0, lineHeight() + 2 + 4 * typeScale()); }

QFont KindHeader::stripFont(double share) const { return figureFont(m_style, m_style.tickPoints * share); }

Diagram KindHeader::laidOutStrip(double share) const
{
    Diagram strip = *m_heading.strip;
    layOutStrip(strip, QRectF(0, 0, rect().width(), rect().height() - lineHeight()), stripFont(share), typeScale() * share);
    return strip;
}

double KindHeader::stripShare() const
{
    if (!m_heading.strip)
        return 1;
    constexpr double shares[] = {1, 0.85, 0.7, 0.6};
    for (const double share : shares) {
        const Diagram strip = laidOutStrip(share);
        const bool areReadable = std::ranges::all_of(strip.nodes, [&](const DiagramNode& node) {
            const bool isBox = node.kind == NodeKind::Box || node.kind == NodeKind::Norm;
            const double room = node.rect.width() - 6 * typeScale() * share; // as the painter has it
            const QFont inside = fontInside(strong(stripFont(share), node.label), node.label, room);
            return !isBox || QFontMetricsF(inside).horizontalAdvance(node.label) <= room;
        });
        if (areReadable)
            return share;
    }
    return shares[std::size(shares) - 1];
}

double KindHeader::shareOfAll() const
{
    double share = 1;
    for (QCPLayoutElement* const one : mParentPlot->plotLayout()->elements(true))
        if (const auto* const header = qobject_cast<const KindHeader*>(one))
            share = std::min(share, header->stripShare());
    return share;
}

std::optional<QRectF> KindHeader::placeOfNode(const QString& node) const
{
    if (!m_heading.strip)
        return {};
    for (const DiagramNode& one : laidOutStrip().nodes)
        if (one.id == node)
            return one.rect.translated(stripOrigin());
    return {};
}

QFontMetricsF KindHeader::metricsOfName() const
{
    return {figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot};
}

QString KindHeader::wholeName() const
{
    return m_heading.pen.sign.isEmpty() ? m_heading.name : m_heading.pen.sign + QLatin1Char(' ') + m_heading.name;
}

double KindHeader::chipWidth() const
{
    return m_heading.slot.isEmpty() ? 0 : metricsOfName().horizontalAdvance(m_heading.slot) + 2 * space::xs * typeScale();
}

bool KindHeader::hasRoomForFormula() const
{
    const double chip = chipWidth() > 0 ? chipWidth() + space::s : 0;
    return metricsOfName().horizontalAdvance(wholeName()) + space::s + chip
        + QFontMetricsF(tickFont(m_style), mParentPlot).horizontalAdvance(m_heading.formula)
        <= rect().width();
}

/// A formula over one picture alone would say that the others have none.
bool KindHeader::haveAllRoomForFormulas() const
{
    return std::ranges::all_of(mParentPlot->plotLayout()->elements(true), [](QCPLayoutElement* one) {
        const auto* const header = qobject_cast<const KindHeader*>(one);
        return !header || header->hasRoomForFormula();
    });
}

void KindHeader::draw(QCPPainter* painter)
{
    Theme theme = themeOf(m_style);
    const QFont font = figureFont(m_style, m_style.labelPoints, QFont::DemiBold);
    const QFontMetricsF metrics = metricsOfName();
    const double line = metrics.height();
    const double width = rect().width();
    const QPointF origin = rect().topLeft();

    // Name, chip of the slot, formula: what does not fit any more is left out, the name last.
    const double chip = chipWidth();
    constexpr double overEdge = space::s; // into the gap before the neighbour, rather than losing letters
    const QString name
        = metrics.elidedText(wholeName(), Qt::ElideRight, width + overEdge - (chip > 0 ? chip + space::xs : 0));
    painter->setFont(font);
    painter->setPen(m_heading.pen.color);
    painter->drawText(QRectF(origin, QSizeF(width + overEdge, line)), Qt::AlignLeft | Qt::AlignVCenter, name);
    double x = metrics.horizontalAdvance(name) + space::s;
    if (chip > 0) {
        const QRectF ground(origin + QPointF(x, 1), QSizeF(chip, line - 2));
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_heading.pen.color);
        painter->drawRoundedRect(ground, 4, 4);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.surface);
        painter->drawText(ground, Qt::AlignCenter, m_heading.slot);
        x += chip + space::s;
    }
    const QFont small = tickFont(m_style);
    if (haveAllRoomForFormulas()) {
        painter->setFont(small);
        painter->setPen(theme.text2);
        painter->drawText(
            QRectF(origin + QPointF(x, 0), QSizeF(width - x, line)), Qt::AlignLeft | Qt::AlignVCenter, m_heading.formula);
    }
    if (!m_heading.strip)
        return;
    const double share = shareOfAll();
    theme.slotA = m_heading.pen.color;
    theme.scale = typeScale() * share;
    painter->save();
    painter->translate(stripOrigin());
    paintDiagram(*painter, laidOutStrip(share), theme, stripFont(share));
    painter->restore();
}

void KindHeader::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
