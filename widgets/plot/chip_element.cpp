#include "widgets/plot/chip_element.h"

#include "widgets/plot/title_element.h"

#include <cmath>

namespace widgets {

ChipElement::ChipElement(QCustomPlot* plot, const QString& text, const FigureStyle& style, bool isWarning)
    : QCPTextElement(plot, text, labelFont(style))
    , m_ground(isWarning ? themeOf(style).warningSurface : themeOf(style).infoSurface)
{
    setTextColor(isWarning ? themeOf(style).warning : themeOf(style).info);
    setTextFlags(Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap);
    setMargins({});
}

QSizeF ChipElement::textSize() const
{
    const double room = roomOfPanel(*this) - 2 * space::s;
    const QRectF bounds
        = QFontMetricsF(font(), mParentPlot).boundingRect(QRectF(0, 0, std::max(40.0, room), 100'000), textFlags(), text());
    return {std::ceil(bounds.width()) + 1, std::ceil(bounds.height())};
}

QSize ChipElement::minimumOuterSizeHint() const { return {0, int(textSize().height()) + 2 * space::xs}; }

QSize ChipElement::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

void ChipElement::draw(QCPPainter* painter)
{
    const QSizeF size = textSize();
    const QRectF chip(rect().topLeft(), size + QSizeF(2 * space::s, 2 * space::xs));
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_ground);
    painter->drawRoundedRect(chip, 4, 4);
    painter->setBrush(Qt::NoBrush);
    painter->setFont(font());
    painter->setPen(textColor());
    painter->drawText(QRectF(chip.topLeft() + QPointF(space::s, space::xs), size), textFlags(), text());
}

void addChip(QCPLayoutGrid& layout, int row, const QString& text, const FigureStyle& style, bool isWarning)
{
    layout.insertRow(row);
    layout.addElement(row, 0, new ChipElement(layout.parentPlot(), text, style, isWarning));
    layout.setRowStretchFactor(row, 0.001);
}

} // namespace widgets
