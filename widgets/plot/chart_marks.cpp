#include "widgets/plot/chart_marks.h"

namespace widgets {

namespace {

void addMark(QCPAxisRect* rect, const QPointF& from, const QPointF& to, QCPItemPosition::PositionType x,
    QCPItemPosition::PositionType y, const QString& text, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    QCustomPlot* const plot = rect->parentPlot();
    const auto place = [&](QCPItemPosition* position, const QPointF& at) {
        position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        position->setAxisRect(rect);
        position->setTypeX(x);
        position->setTypeY(y);
        position->setCoords(at);
    };
    auto* const line = new QCPItemLine(plot);
    line->setClipAxisRect(rect);
    line->setClipToAxisRect(true);
    line->setSelectable(false);
    line->setPen(QPen(theme.text2, 1, Qt::DotLine));
    place(line->start, from);
    place(line->end, to);
    auto* const label = new QCPItemText(plot);
    label->setClipToAxisRect(false);
    label->setSelectable(false);
    label->setText(text);
    label->setFont(tickFont(style));
    label->setColor(theme.text2);
    label->setPadding({space::xs, 1, space::xs, 1});
    place(label->position, from);
    const bool isVertical = y == QCPItemPosition::ptAxisRectRatio;
    const QCPRange range = rect->axis(QCPAxis::atBottom)->range();
    const bool isLate = isVertical && from.x() > range.lower + 0.7 * range.size();
    label->setPositionAlignment(
        isVertical ? (isLate ? Qt::AlignRight | Qt::AlignTop : Qt::AlignLeft | Qt::AlignTop) : Qt::AlignLeft | Qt::AlignBottom);
}

} // namespace

void addVerticalMark(QCPAxisRect* rect, double x, const QString& text, const FigureStyle& style)
{
    if (rect->axis(QCPAxis::atBottom)->range().contains(x))
        addMark(rect, {x, 0}, {x, 1}, QCPItemPosition::ptPlotCoords, QCPItemPosition::ptAxisRectRatio, text, style);
}

void addLevelMark(QCPAxisRect* rect, double y, const QString& text, const FigureStyle& style)
{
    if (rect->axis(QCPAxis::atLeft)->range().contains(y))
        addMark(rect, {0, y}, {1, y}, QCPItemPosition::ptAxisRectRatio, QCPItemPosition::ptPlotCoords, text, style);
}

void alignSides(const QList<QCPAxisRect*>& rects)
{
    auto* const group = new QCPMarginGroup(rects.front()->parentPlot());
    group->setParent(rects.front()); // goes with the picture, not with the plot
    for (QCPAxisRect* const rect : rects)
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
}

} // namespace widgets
