#include "widgets/plot/chart_marks.h"

#include <cmath>

namespace widgets {

namespace {

/// 0 at the lower end of the axis, 1 at the upper one; before the layout is known.
double shareOf(const QCPAxis& axis, double value)
{
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic && range.lower > 0 && value > 0)
        return std::log(value / range.lower) / std::log(range.upper / range.lower);
    return (value - range.lower) / range.size();
}

/// Whether the lines of the rect leave more room at its foot than at its head, right or left of x.
bool isFreeBelow(const QCPAxisRect& rect, double x, bool isToTheLeft)
{
    constexpr double reach = 0.25, strip = 0.2; // of the width and of the height
    const double from = shareOf(*rect.axis(QCPAxis::atBottom), x);
    int above = 0, below = 0;
    for (QCPGraph* const graph : rect.graphs())
        for (const QCPGraphData& point : *graph->data()) {
            const double along = (shareOf(*rect.axis(QCPAxis::atBottom), point.key) - from) * (isToTheLeft ? -1 : 1);
            if (along < 0 || along > reach || !std::isfinite(point.value))
                continue;
            const double height = shareOf(*rect.axis(QCPAxis::atLeft), point.value);
            above += height > 1 - strip;
            below += height < strip;
        }
    return below < above;
}

struct MarkLine
{
    QPointF from, to;
    QCPItemPosition::PositionType x, y; // of both
};

void addMark(QCPAxisRect* rect, const MarkLine& mark, const QString& text, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCustomPlot* const plot = rect->parentPlot();
    const auto place = [&](QCPItemPosition* position, const QPointF& at) {
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        position->setAxisRect(rect);
        position->setTypeX(mark.x);
        position->setTypeY(mark.y);
        position->setCoords(at);
    };
    auto* const line = new QCPItemLine(plot);
    line->setClipAxisRect(rect);
    line->setClipToAxisRect(true);
    line->setSelectable(false);
    line->setPen(QPen(theme.text2, 1, Qt::DotLine));
    place(line->start, mark.from);
    place(line->end, mark.to);
    auto* const label = new QCPItemText(plot);
    label->setClipAxisRect(rect); // whose words they are
    label->setClipToAxisRect(false);
    label->setSelectable(false);
    label->setText(text);
    label->setFont(tickFont(style));
    label->setColor(theme.text2);
    const bool isVertical = mark.y == QCPItemPosition::ptAxisRectRatio;
    label->setPadding({space::xs, 1, space::xs, isVertical ? 1 : space::s}); // points on a level do not reach its words
    const bool isLate = isVertical && shareOf(*rect->axis(QCPAxis::atBottom), mark.from.x()) > 0.5;
    const bool isAtFoot = isVertical && isFreeBelow(*rect, mark.from.x(), isLate);
    place(label->position, isAtFoot ? mark.to : mark.from);
    label->setPositionAlignment(
        (isLate ? Qt::AlignRight : Qt::AlignLeft) | (isVertical && !isAtFoot ? Qt::AlignTop : Qt::AlignBottom));
}

} // namespace

void addVerticalMark(QCPAxisRect* rect, double x, const QString& text, const FigureStyle& style)
{
    if (rect->axis(QCPAxis::atBottom)->range().contains(x))
        addMark(rect, {{x, 0}, {x, 1}, QCPItemPosition::ptPlotCoords, QCPItemPosition::ptAxisRectRatio}, text, style);
}

void addLevelMark(QCPAxisRect* rect, double y, const QString& text, const FigureStyle& style)
{
    if (rect->axis(QCPAxis::atLeft)->range().contains(y))
        addMark(rect, {{0, y}, {1, y}, QCPItemPosition::ptAxisRectRatio, QCPItemPosition::ptPlotCoords}, text, style);
}

std::vector<QRectF> wordsOfMarks(const QCPAxisRect& rect)
{
    std::vector<QRectF> places;
    const QCustomPlot& plot = *rect.parentPlot();
    for (int i = 0; i < plot.itemCount(); ++i)
        if (const auto* words = qobject_cast<QCPItemText*>(plot.item(i)); words && words->clipAxisRect() == &rect)
            places.push_back(QRectF(words->topLeft->pixelPosition(), words->bottomRight->pixelPosition()).normalized());
    return places;
}

void alignSides(const QList<QCPAxisRect*>& rects)
{
    auto* const group = new QCPMarginGroup(rects.front()->parentPlot());
    group->setParent(rects.front()); // goes with the picture, not with the plot
    for (QCPAxisRect* const rect : rects)
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
}

} // namespace widgets
