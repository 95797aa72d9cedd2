#include "widgets/plot/plotted_numbers.h"

#include "widgets/plot/charts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/point_ticker.h"
#include "widgets/plot/visible_token.h"

#include <QSet>

#include <algorithm>

namespace widgets {

namespace {

/// Labels only where there is one for each.
QStringList fitting(const QStringList& labels, core::Index count)
{
    QStringList plain;
    for (const QString& label : labels.size() == count ? labels : QStringList())
        plain << withoutIsolates(label);
    return plain;
}

void append(std::vector<double>& values, const Grid& grid)
{
    for (core::Index row = 0; row < grid.rows; ++row)
        for (core::Index column = 0; column < grid.columns; ++column)
            values.push_back(double(grid.at(row, column)));
}

NumberSet ofMap(const QString& name, const Grid& grid, const GridAxisRect* rect)
{
    NumberSet set{name, {"row", "column"}, {grid.rows, grid.columns}, {}};
    append(set.values, grid);
    if (rect)
        set.labels = {fitting(rect->rowLabels(), grid.rows), fitting(rect->columnLabels(), grid.columns)};
    return set;
}

/// The axes of a wall that was given no names.
TileNames namesByPlace(const MapWall& wall, const GridAxisRect* rect)
{
    TileNames names{{"tile row", "tile column", "row", "column"}, std::vector<QStringList>(4)};
    if (rect) {
        names.labels[0] = fitting(rect->rowLabels(), wall.rows());
        names.labels[1] = fitting(rect->columnLabels(), wall.columns());
    }
    return names;
}

/// "L1 H0": what a map of a wall is called; without names its row and its column.
QString nameOfTile(const MapWall& wall, std::size_t tile)
{
    const TileNames& names = wall.names();
    if (tile >= names.places.size())
        return QStringLiteral("%1 %2").arg(countedText(int(tile) / wall.columns()), countedText(int(tile) % wall.columns()));
    QStringList words;
    qsizetype place = names.places[tile];
    for (qsizetype axis = qsizetype(names.labels.size()) - 3; axis >= 0; --axis) {
        const QStringList& labels = names.labels[std::size_t(axis)];
        words.prepend(labels.value(place % std::max<qsizetype>(1, labels.size())));
        place /= std::max<qsizetype>(1, labels.size());
    }
    return words.join(QLatin1Char(' '));
}

/// One set when all tiles have the same shape, else one a tile.
std::vector<NumberSet> ofWall(const MapWall& wall, const GridAxisRect* rect)
{
    const std::vector<Grid>& tiles = wall.tiles();
    const bool areNamed = !wall.names().axes.isEmpty();
    const TileNames names = areNamed ? wall.names() : namesByPlace(wall, rect);
    std::vector<NumberSet> sets;
    if (const std::vector<std::size_t> order = wall.tableOrder(); !order.empty()) {
        const Grid& first = tiles[order.front()];
        NumberSet set{wall.name(), names.axes, {}, {}};
        if (areNamed)
            for (std::size_t axis = 0; axis + 2 < names.labels.size(); ++axis)
                set.shape.push_back(names.labels[axis].size());
        else
            set.shape = {wall.rows(), wall.columns()};
        set.shape.push_back(first.rows);
        set.shape.push_back(first.columns);
        for (const std::size_t tile : order)
            append(set.values, tiles[tile]);
        for (std::size_t axis = 0; axis < names.labels.size(); ++axis)
            set.labels.push_back(fitting(names.labels[axis], set.shape[axis]));
        sets.push_back(std::move(set));
        return sets;
    }
    for (std::size_t i = 0; i < tiles.size(); ++i)
        if (!tiles[i].isEmpty()) {
            NumberSet set = ofMap(wall.name() + QLatin1Char(' ') + nameOfTile(wall, i), tiles[i], nullptr);
            set.axes = names.axes.mid(names.axes.size() - 2);
            set.labels = {fitting(names.labels[names.labels.size() - 2], tiles[i].rows), fitting(names.labels.back(), tiles[i].columns)};
            sets.push_back(std::move(set));
        }
    return sets;
}

/// Points as rows of x and value.
template <class Container, class X, class Y>
NumberSet ofPoints(const QString& name, const Container& points, X x, Y y)
{
    NumberSet set{name, {"point", "value"}, {core::Index(points.size()), 2}, {}, {{}, {"x", "value"}}};
    for (auto point = points.constBegin(); point != points.constEnd(); ++point) {
        set.values.push_back(x(*point));
        set.values.push_back(y(*point));
    }
    return set;
}

NumberSet ofBars(const BarChart& chart)
{
    NumberSet set{chart.name(), {"row"}, {core::Index(chart.bars().size())}, {}, {QStringList()}};
    for (const Bar& bar : chart.bars()) {
        set.values.push_back(bar.value);
        set.labels[0] << bar.name;
    }
    return set;
}

NumberSet ofHistogram(const Histogram& histogram)
{
    const QVector<double>& counts = histogram.counts();
    NumberSet set{histogram.name(), {"row", "value"}, {core::Index(counts.size()), 3}, {}, {{}, {"from", "to", "count"}}};
    for (qsizetype i = 0; i < counts.size(); ++i)
        for (const double value : {histogram.edges()[i], histogram.edges()[i + 1], counts[i]})
            set.values.push_back(value);
    return set;
}

/// [arrow, number]: the arrows of a plane one after the other, each named by its plane.
NumberSet ofPlanes(const PlanePlottable& planes)
{
    NumberSet set{planes.name(), {"row", "value"}, {0, 4}, {}, {{}, {"before_x", "before_y", "after_x", "after_y"}}};
    for (const PlaneCell& plane : planes.planes())
        for (const PlaneArrow& arrow : plane.arrows) {
            set.labels[0] << plane.title
                    + (arrow.tip == PlaneArrow::Tip::Triangle ? QStringLiteral(" · q") : QStringLiteral(" · k"));
            for (const double number : {arrow.before.x(), arrow.before.y(), arrow.after.x(), arrow.after.y()})
                set.values.push_back(number);
            ++set.shape[0];
        }
    return set;
}

std::vector<NumberSet> ofPlottable(const QCPAbstractPlottable* plottable)
{
    const auto* rect = plottable->keyAxis() ? qobject_cast<const GridAxisRect*>(plottable->keyAxis()->axisRect()) : nullptr;
    const QString name = plottable->name();
    if (const auto* own = dynamic_cast<const HasNumbers*>(plottable))
        return own->numbers();
    if (const auto* map = qobject_cast<const HeatmapPlottable*>(plottable))
        return {ofMap(name, map->grid(), rect)};
    if (const auto* wall = qobject_cast<const MapWall*>(plottable))
        return ofWall(*wall, rect);
    if (const auto* planes = qobject_cast<const PlanePlottable*>(plottable))
        return {ofPlanes(*planes)};
    if (const auto* chart = qobject_cast<const BarChart*>(plottable))
        return {ofBars(*chart)};
    if (const auto* histogram = qobject_cast<const Histogram*>(plottable))
        return {ofHistogram(*histogram)};
    const auto* const indices
        = plottable->keyAxis() ? dynamic_cast<const IndexTicker*>(plottable->keyAxis()->ticker().data()) : nullptr;
    const double first = indices ? indices->first() : 0; // as the axis says
    const auto key = [first](const auto& point) { return point.key + first; };
    const auto value = [](const auto& point) { return point.value; };
    if (const auto* graph = qobject_cast<const QCPGraph*>(plottable)) {
        const auto* points = dynamic_cast<const PointTicker*>(graph->keyAxis()->ticker().data());
        const auto number = [&](const auto& point) { return points ? points->numberAt(point.key) : key(point); };
        return {ofPoints(name, *graph->data(), number, value)};
    }
    if (const auto* curve = qobject_cast<const QCPCurve*>(plottable))
        return {ofPoints(name, *curve->data(), key, value)};
    if (const auto* bars = qobject_cast<const QCPBars*>(plottable))
        return {ofPoints(name, *bars->data(), key, value)};
    return {};
}

/// Two parts must not share a name: a file of arrays tells them apart by it.
void makeUnique(std::vector<PlottedPart>& parts)
{
    QSet<QString> taken;
    for (PlottedPart& part : parts) {
        NumberSet& set = part.numbers;
        const QString plain = set.name.isEmpty()
            ? set.axes.value(0) == "point" ? QStringLiteral("line") : QStringLiteral("values")
            : set.name;
        QString name = plain;
        for (int count = 2; taken.contains(name); ++count)
            name = QString("%1 %2").arg(plain).arg(count);
        taken << name;
        set.name = name;
    }
}

} // namespace

std::vector<PlottedPart> plottedParts(const Plot& plot)
{
    auto& drawn = const_cast<Plot&>(plot); // QCustomPlot's readers are not const
    std::vector<PlottedPart> all;
    const auto take = [&](std::vector<NumberSet> sets, const QCPLayoutElement* place, const QCPAbstractPlottable* plottable) {
        const QString panel = plot.panelName(place);
        for (NumberSet& set : sets) {
            if (set.values.empty())
                continue;
            if (!panel.isEmpty())
                set.name = panel + (set.name.isEmpty() ? QString() : ": " + set.name);
            all.push_back({std::move(set), plottable});
        }
    };
    for (int i = 0; i < drawn.plottableCount(); ++i) {
        const QCPAbstractPlottable* const plottable = drawn.plottable(i);
        take(ofPlottable(plottable), plottable->keyAxis() ? plottable->keyAxis()->axisRect() : nullptr, plottable);
    }
    for (const QCPLayoutElement* const element : drawn.plotLayout()->elements(true))
        if (const auto* own = dynamic_cast<const HasNumbers*>(element))
            take(own->numbers(), element, nullptr);
    makeUnique(all);
    return all;
}

std::vector<NumberSet> plottedNumbers(const Plot& plot)
{
    std::vector<NumberSet> sets;
    for (PlottedPart& part : plottedParts(plot))
        sets.push_back(std::move(part.numbers));
    return sets;
}

} // namespace widgets
