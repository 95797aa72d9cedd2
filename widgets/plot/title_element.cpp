#include "widgets/plot/title_element.h"

#include <cmath>

namespace widgets {

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
    const QCPLayoutElement* const whole = mParentPlot->plotLayout();
    return std::max(40, mParentPlot->viewport().width() - whole->margins().left() - whole->margins().right());
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
