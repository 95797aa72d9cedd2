#include "app/lessons/picture_parts.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/kind_header.h"

namespace app {

namespace {

constexpr double pointReach = 9; // px around the end of a line

std::optional<QRectF> cellOf(const widgets::Plot& plot, const LessonTarget& target)
{
    const QList<widgets::CellPlottable*> maps = target.name.isEmpty() ? plot.cellMaps() : plot.cellMaps(target.name);
    if (target.index < 0 || target.index >= maps.size())
        return {};
    const widgets::CellPlottable& map = *maps[target.index];
    if (target.kind == QLatin1String("map"))
        return map.mapRect();
    const int row = target.row < 0 ? map.rows() + target.row : target.row;
    const int column = target.column < 0 ? map.columns() + target.column : target.column;
    if (row < 0 || row >= map.rows() || column < 0 || column >= map.columns())
        return {};
    return map.cellRect({row, column});
}

/// The last point of a line, with the label beside it: a ring through a number would cover it.
std::optional<QRectF> endOf(const QCPAbstractPlottable& line)
{
    std::optional<QPointF> end;
    const auto at = [&](double key, double value) {
        end = QPointF(line.keyAxis()->coordToPixel(key), line.valueAxis()->coordToPixel(value));
    };
    if (const auto* graph = qobject_cast<const QCPGraph*>(&line); graph && !graph->data()->isEmpty())
        at((graph->data()->constEnd() - 1)->key, (graph->data()->constEnd() - 1)->value);
    if (const auto* curve = qobject_cast<const QCPCurve*>(&line); curve && !curve->data()->isEmpty())
        at((curve->data()->constEnd() - 1)->key, (curve->data()->constEnd() - 1)->value);
    if (!end)
        return {};
    QRectF place(*end - QPointF(pointReach, pointReach), QSizeF(2 * pointReach, 2 * pointReach));
    const auto* const graph = qobject_cast<const QCPGraph*>(&line);
    const auto charts = graph ? line.parentPlot()->findChildren<widgets::LineChart*>() : QList<widgets::LineChart*>();
    for (const widgets::LineChart* const chart : charts)
        if (const QRectF label = chart->labelPlace(graph); !label.isEmpty())
            place |= label;
    return place;
}

/// Of "post.ln1" the heading of Post; nullptr: there is none.
const widgets::KindHeader* headerOfNode(const widgets::Plot& plot, const QString& name)
{
    const QString kind = name.section(QLatin1Char('.'), 0, 0);
    for (const QCPLayoutElement* element : plot.plotLayout()->elements(true))
        if (const auto* header = qobject_cast<const widgets::KindHeader*>(element); header && header->heading().id == kind)
            return header;
    return nullptr;
}

/// The `index`th of this name, whatever it draws; nullptr: there is none.
const QCPAbstractPlottable* plottableOf(widgets::Plot& plot, const LessonTarget& target)
{
    int left = target.index;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (plot.plottable(i)->name() == target.name && left-- == 0)
            return plot.plottable(i);
    return nullptr;
}

/// What a line draws and is called: the axes at the left and below stay, the labels at the ends of lines do not.
QRectF placeOfLines(const QCPAxisRect& axes)
{
    const QRectF inside(axes.rect()), whole(axes.outerRect());
    return {QPointF(inside.left() + 1, whole.top()), QPointF(whole.right(), inside.bottom())};
}

} // namespace

std::optional<QRectF> partOf(widgets::Plot& plot, const LessonTarget& target)
{
    if (target.kind == QLatin1String("map") || target.kind == QLatin1String("cell"))
        return cellOf(plot, target);
    if (target.kind == QLatin1String("node"))
        if (const auto* header = headerOfNode(plot, target.name))
            return header->placeOfNode(target.name.section(QLatin1Char('.'), 1));
    const bool isPlot = target.kind == QLatin1String("plot");
    if (isPlot && target.name.isEmpty()) {
        const QList<QCPAxisRect*> rects = plot.axisRects();
        const int index = target.index < 0 ? int(rects.size()) + target.index : target.index;
        return index >= 0 && index < rects.size() ? std::optional(QRectF(rects[index]->outerRect())) : std::nullopt;
    }
    if (isPlot) {
        const QCPAbstractPlottable* const line = plottableOf(plot, target);
        return line ? std::optional(placeOfLines(*line->keyAxis()->axisRect())) : std::nullopt;
    }
    int left = target.index;
    for (int i = 0; i < plot.plottableCount(); ++i) {
        const QCPAbstractPlottable& one = *plot.plottable(i);
        if (one.name() != target.name)
            continue;
        if (target.kind == QLatin1String("bars")) {
            if (qobject_cast<const widgets::BarChart*>(&one) && left-- == 0)
                return QRectF(one.keyAxis()->axisRect()->rect());
        } else if (const auto end = endOf(one); end && left-- == 0)
            return end;
    }
    return {};
}

std::optional<QPointF> pointOf(widgets::Plot& plot, const LessonTarget& line, std::optional<double> value)
{
    const auto* const graph = qobject_cast<const QCPGraph*>(plottableOf(plot, line));
    if (!graph || graph->data()->isEmpty())
        return {};
    const QCPGraphData &first = *graph->data()->constBegin(), &last = *(graph->data()->constEnd() - 1);
    return QPointF(graph->keyAxis()->coordToPixel(value ? last.key : first.key),
        graph->valueAxis()->coordToPixel(value ? *value : first.value));
}

bool hasNoRoom(const widgets::Plot& plot, const LessonTarget& target)
{
    const widgets::KindHeader* const header = target.kind == QLatin1String("node") ? headerOfNode(plot, target.name) : nullptr;
    return header && !header->heading().strip;
}

} // namespace app
