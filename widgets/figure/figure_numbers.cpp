#include "widgets/figure/figure_numbers.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/point_ticker.h"

#include <QSet>

#include <algorithm>

namespace widgets {

namespace {

/// Labels only where there is one for each.
QStringList fitting(const QStringList& labels, core::Index count) { return labels.size() == count ? labels : QStringList(); }

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

/// One set when all tiles have the same shape, else one a tile.
std::vector<NumberSet> ofWall(const MapWall& wall, const GridAxisRect* rect)
{
    const std::vector<Grid>& tiles = wall.tiles();
    const auto sameShape
        = [&](const Grid& tile) { return tile.rows == tiles.front().rows && tile.columns == tiles.front().columns; };
    std::vector<NumberSet> sets;
    if (tiles.empty())
        return sets;
    if (!tiles.front().isEmpty() && std::all_of(tiles.begin(), tiles.end(), sameShape)) {
        NumberSet set{wall.name(), {"tile row", "tile column", "row", "column"},
            {wall.rows(), wall.columns(), tiles.front().rows, tiles.front().columns}, {}};
        for (const Grid& tile : tiles)
            append(set.values, tile);
        if (rect)
            set.labels = {fitting(rect->rowLabels(), wall.rows()), fitting(rect->columnLabels(), wall.columns()), {}, {}};
        sets.push_back(std::move(set));
        return sets;
    }
    for (std::size_t i = 0; i < tiles.size(); ++i)
        if (!tiles[i].isEmpty())
            sets.push_back(ofMap(QString("%1 %2 %3").arg(wall.name()).arg(int(i) / wall.columns()).arg(int(i) % wall.columns()),
                tiles[i], nullptr));
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
    const auto key = [](const auto& point) { return point.key; };
    const auto value = [](const auto& point) { return point.value; };
    if (const auto* graph = qobject_cast<const QCPGraph*>(plottable)) {
        const auto* points = dynamic_cast<const PointTicker*>(graph->keyAxis()->ticker().data());
        const auto number = [&](const auto& point) { return points ? points->numberAt(point.key) : point.key; };
        return {ofPoints(name, *graph->data(), number, value)};
    }
    if (const auto* curve = qobject_cast<const QCPCurve*>(plottable))
        return {ofPoints(name, *curve->data(), key, value)};
    if (const auto* bars = qobject_cast<const QCPBars*>(plottable))
        return {ofPoints(name, *bars->data(), key, value)};
    return {};
}

/// The column of the whole layout in which an element stands.
int columnOf(const QCPLayoutElement* element, QCPLayoutGrid* whole)
{
    while (element && element->layout() && element->layout() != whole)
        element = element->layout();
    for (int row = 0; row < whole->rowCount(); ++row)
        for (int column = 0; column < whole->columnCount(); ++column)
            if (whole->hasElement(row, column) && whole->element(row, column) == element)
                return column;
    return 0;
}

QString slotName(Side side)
{
    return side == Side::A ? QStringLiteral("A") : side == Side::B ? QStringLiteral("B") : QStringLiteral("delta");
}

/// Two parts must not share a name: a file of arrays tells them apart by it.
void makeUnique(std::vector<NumberSet>& sets)
{
    QSet<QString> taken;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const QString plain = sets[i].name.isEmpty()
            ? sets[i].axes.value(0) == "point" ? QStringLiteral("line") : QStringLiteral("values")
            : sets[i].name;
        QString name = plain;
        for (int count = 2; taken.contains(name); ++count)
            name = QString("%1 %2").arg(plain).arg(count);
        taken << name;
        sets[i].name = name;
    }
}

} // namespace

std::vector<NumberSet> plottedNumbers(const Plot& plot, const std::vector<Side>& sides)
{
    auto& drawn = const_cast<Plot&>(plot); // QCustomPlot's readers are not const
    QCPLayoutGrid* const whole = drawn.plotLayout();
    std::vector<NumberSet> all;
    const auto take = [&](std::vector<NumberSet> sets, const QCPLayoutElement* place) {
        for (NumberSet& set : sets) {
            if (set.values.empty())
                continue;
            if (sides.size() > 1)
                set.name = slotName(sides[std::size_t(columnOf(place, whole)) % sides.size()])
                    + (set.name.isEmpty() ? QString() : ": " + set.name);
            all.push_back(std::move(set));
        }
    };
    for (int i = 0; i < drawn.plottableCount(); ++i) {
        const QCPAbstractPlottable* const plottable = drawn.plottable(i);
        take(ofPlottable(plottable), plottable->keyAxis() ? plottable->keyAxis()->axisRect() : nullptr);
    }
    for (const QCPLayoutElement* const element : whole->elements(true))
        if (const auto* own = dynamic_cast<const HasNumbers*>(element))
            take(own->numbers(), element);
    makeUnique(all);
    return all;
}

std::vector<NumberSet> figureNumbers(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    if (!whyNothing(info, data).isEmpty())
        return {};
    const ShownPanels shown = shownPanels(info, data);
    FigureStyle roomy = style; // numbers need no page
    for (int i = 0; i < 6 && !fitAll(shown, roomy); ++i)
        roomy.size *= 2;
    return plottedNumbers(*buildFigure(info, data, roomy), shown.sides);
}

} // namespace widgets
