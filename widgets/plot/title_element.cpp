#include "widgets/plot/title_element.h"

#include <cmath>

namespace widgets {

int roomOfPanel(const QCPLayoutElement& element)
{
    const QCPLayoutElement* const whole = element.parentPlot()->plotLayout();
    // The panel's width is known from the second pass of the layout on (Plot::updateLayout).
    if (const QCPLayout* const panel = element.layout(); panel && panel != whole && panel->rect().width() > 0)
        return panel->rect().width();
    return element.parentPlot()->viewport().width() - whole->margins().left() - whole->margins().right();
}

TitleElement::TitleElement(QCustomPlot* plot, const QString& text, const QFont& titleFont, const QColor& color, Width width)
    : QCPTextElement(plot, text, titleFont)
    , m_width(width)
{
    setTextColor(color);
    setTextFlags(Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap);
    setMargins({});
}

double TitleElement::room() const
{
    if (m_width == OfColumn && rect().width() > 0)
        return rect().width();
    return std::max(40, roomOfPanel(*this));
}

double TitleElement::textHeight() const
{
    const QFontMetricsF metrics(font(), mParentPlot);
    return std::ceil(metrics.boundingRect(QRectF(0, 0, room(), 100'000), textFlags(), text()).height());
}

QSize TitleElement::minimumOuterSizeHint() const { return {0, int(textHeight()) + margins().top() + margins().bottom()}; }

QSize TitleElement::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

void TitleElement::draw(QCPPainter* painter)
{
    painter->setFont(font());
    painter->setPen(textColor());
    painter->drawText(QRectF(rect().topLeft(), QSizeF(room() + 1, textHeight() + 1)), textFlags(), text());
}

} // namespace widgets
