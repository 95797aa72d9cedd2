#include "widgets/plot/equation_element.h"

#include "widgets/plot/number_format.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double bracket = 7; // px from its line to the numbers
constexpr double tightest = 0.6; // of the ordinary type, where the place is narrow

} // namespace

EquationElement::EquationElement(QCustomPlot* plot, QVector<EquationPart> parts, int decimals, const FigureStyle& style)
    : QCPLayoutElement(plot)
    , m_parts(std::move(parts))
    , m_decimals(decimals)
    , m_style(style)
{
    setMargins({});
}

QString EquationElement::text(double number) const { return formatFixed(number, m_decimals); }

QFont EquationElement::font(double factor) const { return figureFont(m_style, m_style.labelPoints * factor); }

QSizeF EquationElement::sizeOf(const EquationPart& part, double factor) const
{
    const QFontMetricsF metrics(font(factor), mParentPlot);
    if (part.numbers.isEmpty())
        return {metrics.horizontalAdvance(part.sign) + 2 * space::m * factor, metrics.height()};
    double widest = 0;
    for (const double number : part.numbers)
        widest = std::max(widest, metrics.horizontalAdvance(text(number)));
    const auto rows = double((part.numbers.size() + part.columns - 1) / part.columns);
    const QFontMetricsF name(figureFont(m_style, m_style.tickPoints * factor, QFont::DemiBold), mParentPlot);
    const double width = part.columns * widest + (part.columns - 1) * space::m * factor + 2 * bracket + 4;
    return {std::max(width, name.horizontalAdvance(part.name)), rows * metrics.height() * 1.2};
}

QSizeF EquationElement::size(double factor) const
{
    QSizeF size(0, 0);
    for (const EquationPart& part : m_parts) {
        const QSizeF one = sizeOf(part, factor);
        size = {size.width() + one.width(), std::max(size.height(), one.height())};
    }
    const QFontMetricsF name(figureFont(m_style, m_style.tickPoints * factor, QFont::DemiBold), mParentPlot);
    return size + QSizeF(0, name.height() + space::xs + 2);
}

QSize EquationElement::minimumOuterSizeHint() const { return {0, int(std::ceil(size(1).height()))}; }

QSize EquationElement::maximumOuterSizeHint() const { return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()}; }

void EquationElement::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

void EquationElement::draw(QCPPainter* painter)
{
    const Theme& theme = themeOf(m_style);
    double factor = 1;
    while (factor > tightest && size(factor).width() > rect().width())
        factor -= 0.02;
    const QFont numbers = font(factor);
    const QFont names = figureFont(m_style, m_style.tickPoints * factor, QFont::DemiBold);
    const QFontMetricsF metrics(numbers, mParentPlot), nameMetrics(names, mParentPlot);
    const double high = size(factor).height() - nameMetrics.height() - space::xs;
    double x = rect().left();
    const double top = rect().top();
    painter->setBrush(Qt::NoBrush);
    for (const EquationPart& part : m_parts) {
        const QSizeF place = sizeOf(part, factor);
        painter->setFont(numbers);
        if (part.numbers.isEmpty()) {
            painter->setPen(theme.text2);
            painter->drawText(QRectF(x, top, place.width(), high), Qt::AlignCenter, part.sign);
            x += place.width();
            continue;
        }
        const QColor color = part.color.isValid() ? part.color : theme.text;
        const QRectF box(x, top + (high - place.height()) / 2, place.width(), place.height());
        painter->setPen(QPen(theme.borderStrong, 1.2));
        for (const double side : {box.left() + 1, box.right() - 1}) {
            const double lip = side < box.center().x() ? 4 : -4;
            painter->drawPolyline(QPolygonF({QPointF(side + lip, box.top()), QPointF(side, box.top()),
                QPointF(side, box.bottom()), QPointF(side + lip, box.bottom())}));
        }
        painter->setPen(color);
        const double column = (box.width() - 2 * bracket) / part.columns;
        const auto rows = int((part.numbers.size() + part.columns - 1) / part.columns);
        for (int i = 0; i < int(part.numbers.size()); ++i)
            painter->drawText(QRectF(box.left() + bracket + (i % part.columns) * column,
                                  box.top() + (i / part.columns) * box.height() / rows, column, box.height() / rows),
                Qt::AlignCenter, text(part.numbers[i]));
        painter->setFont(names);
        painter->drawText(QRectF(box.left(), top + high + 2, box.width(), nameMetrics.height()), Qt::AlignCenter, part.name);
        x += place.width();
    }
}

} // namespace widgets
