#include "widgets/views/norm/descent_plottable.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double halfWidth = 2.4, halfHeight = 1.35; // units that are shown on each side of the minimum
constexpr double levelStep = 0.3;                    // of the curves, units along the steep direction
constexpr int maxLevels = 60;
constexpr double farAway = 1e4; // units: what lies beyond is drawn there

} // namespace

DescentPlottable::DescentPlottable(QCPAxisRect* rect, const FigureStyle& style)
    : QCPAbstractPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft))
    , m_style(style)
    , m_color(themeOf(style).slotA)
{
    setSelectable(QCP::stNone);
    setName(QStringLiteral("descent"));
    for (QCPAxis* axis : rect->axes())
        axis->setVisible(false);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
}

void DescentPlottable::setDescent(const core::Quadratic& quadratic, const std::vector<core::DescentStep>& steps)
{
    m_quadratic = quadratic;
    m_steps = steps;
}

void DescentPlottable::setPath(const QColor& color, Qt::PenStyle pen)
{
    m_color = color;
    m_pen = pen;
}

void DescentPlottable::setWords(const QString& words, bool isWarning)
{
    m_words = words;
    m_isWarning = isWarning;
}

std::vector<NumberSet> DescentPlottable::numbers() const
{
    NumberSet set{
        name(), {"step", "value"}, {core::Index(m_steps.size()), 3}, {}, {{}, {"shallow weight", "steep weight", "loss"}}};
    for (const core::DescentStep& step : m_steps)
        for (const double value : {step.weights[1], step.weights[0], step.loss})
            set.values.push_back(value);
    return {set};
}

QCPRange DescentPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return {-halfWidth, halfWidth};
}

QCPRange DescentPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return {-halfHeight, halfHeight};
}

void DescentPlottable::draw(QCPPainter* painter)
{
    if (!mKeyAxis)
        return;
    const Theme& theme = themeOf(m_style);
    const QRectF all(mKeyAxis->axisRect()->rect());
    const double unit = std::min(all.width() / (2 * halfWidth), all.height() / (2 * halfHeight));
    painter->setAntialiasing(false);
    painter->fillRect(all, theme.surfaceAlt);
    painter->setAntialiasing(true);
    drawLevels(painter, all, unit);
    drawPath(painter, all, unit);
    if (m_words.isEmpty())
        return;
    const QFont font = figureFont(m_style, m_style.tickPoints, QFont::DemiBold);
    const QFontMetricsF metrics(font, mParentPlot);
    const QRectF place(all.right() - metrics.horizontalAdvance(m_words) - 2 * space::xs, all.top(),
        metrics.horizontalAdvance(m_words) + 2 * space::xs, metrics.height() + 2);
    if (place.width() > all.width())
        return; // the sentence has it
    painter->fillRect(place, m_isWarning ? theme.warningSurface : theme.surface);
    painter->setFont(font);
    painter->setPen(m_isWarning ? theme.warning : theme.text);
    painter->drawText(place, Qt::AlignCenter, m_words);
}

void DescentPlottable::drawLevels(QCPPainter* painter, const QRectF& all, double unit) const
{
    const Theme& theme = themeOf(m_style);
    const QPointF middle = all.center();
    const double width = all.width() / 2 / unit, height = all.height() / 2 / unit; // units that are seen
    const double stretch = std::min(farAway, std::sqrt(m_quadratic.condition()));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.borderStrong, 1));
    for (int level = 1; level <= maxLevels; ++level) {
        const double high = levelStep * level;
        if (std::hypot(high, 0) > std::hypot(height, width / stretch))
            break;
        painter->drawEllipse(middle, high * stretch * unit, high * unit);
    }
    painter->setPen(QPen(theme.text2, 1.5));
    painter->drawLine(middle - QPointF(space::xs, 0), middle + QPointF(space::xs, 0));
    painter->drawLine(middle - QPointF(0, space::xs), middle + QPointF(0, space::xs));
}

void DescentPlottable::drawPath(QCPPainter* painter, const QRectF& all, double unit) const
{
    const auto pixel = [&](const core::DescentStep& step) {
        const double across = std::clamp(step.weights[1], -farAway, farAway), up = std::clamp(step.weights[0], -farAway, farAway);
        return all.center() + QPointF(across * unit, -up * unit);
    };
    QPolygonF path;
    for (const core::DescentStep& step : m_steps) {
        path << pixel(step);
        if (!all.adjusted(-9 * all.width(), -9 * all.height(), 9 * all.width(), 9 * all.height()).contains(path.last()))
            break; // it has left the picture for good
    }
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(m_color, m_style.lineWidth, m_pen));
    painter->drawPolyline(path);
    const double radius = 1.5 * m_style.lineWidth;
    painter->setPen(QPen(themeOf(m_style).surface, 0.5 * m_style.lineWidth));
    painter->setBrush(m_color);
    for (const QPointF& point : std::as_const(path))
        if (all.contains(point))
            painter->drawEllipse(point, radius, radius);
    if (path.isEmpty())
        return;
    painter->setBrush(Qt::NoBrush); // where it began
    painter->setPen(QPen(themeOf(m_style).text, m_style.lineWidth));
    painter->drawEllipse(path.first(), 2 * radius, 2 * radius);
}

} // namespace widgets
