#include "widgets/views/training/parts.h"

#include "widgets/figure/caveats.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/training/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <string_view>

namespace widgets {

LineStyle styleOfRun(std::size_t run, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const std::array colors{theme.slotA, theme.slotB, theme.v, theme.o}; // q and k look like A and B
    constexpr std::array pens{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine}; // each colour with each pen: 12 lines
    return {.color = colors[run % colors.size()], .pen = pens[(run + run / colors.size()) % pens.size()]};
}

StepAxis StepAxis::ofMaps(const std::vector<Training>& shown)
{
    const QVector<double> steps = stepsOf(shown.front());
    StepAxis axis;
    if (std::all_of(shown.begin(), shown.end(), [&](const Training& one) { return stepsOf(one) == steps; }))
        axis.m_points = QSharedPointer<PointTicker>::create(steps);
    return axis;
}

QVector<double> StepAxis::placesOf(const Training& training) const
{
    QVector<double> places = stepsOf(training);
    for (double& place : places)
        place = placeOf(place);
    return places;
}

namespace {

QString titleOf(const PointTicker& points)
{
    return points.isEven() ? TrainingText::tr("step") : TrainingText::tr("step (early ones wider)");
}

} // namespace

LineChart* StepAxis::addChart(QCPAxisRect* rect, const FigureStyle& style, const QString& quantity) const
{
    QCPAxis& axis = *rect->axis(QCPAxis::atBottom);
    axis.setLabel(m_points ? titleOf(*m_points) : TrainingText::tr("step"));
    if (m_points)
        axis.setTicker(m_points);
    else
        axis.setTicker(QSharedPointer<NumberTicker>::create(true));
    rect->axis(QCPAxis::atLeft)->setLabel(quantity);
    return new LineChart(rect, style);
}

void StepAxis::fit(QCPAxisRect& rect, const Training& training) const
{
    if (m_points)
        rect.axis(QCPAxis::atBottom)->setRange(-0.5, double(stepsOf(training).size()) - 0.5);
}

void addLines(
    LineChart& chart, const StepAxis& axis, const std::vector<Training>& shown, const char* column, const FigureStyle& style)
{
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QVector<double> values = columnOf(*shown[i].history, column);
        if (!values.isEmpty())
            chart
                .addLine(axis.placesOf(shown[i]), values,
                    QStringLiteral("%1 %2").arg(shown[i].words, formatNumber(lastFinite(values))), styleOfRun(i, style))
                ->setName(QStringLiteral("%1 %2").arg(shown[i].name, formatNumber(lastFinite(values))));
    }
}

void addChanges(LineChart& chart, const StepAxis& axis, const std::vector<Training>& shown, const FigureStyle& style)
{
    for (const Training& training : shown) {
        const auto changes = training.history->training.find("changes");
        if (changes == training.history->training.end() || !changes->is_array())
            continue;
        double top = 0;
        for (const double value : columnOf(*training.history, "held_out"))
            top = std::isfinite(value) ? std::max(top, value) : top;
        for (const core::Json& change : *changes) {
            if (!change.is_object() || !change.contains("step") || !change["step"].is_number())
                continue;
            const QString words = changeText(change.value("change", std::string()));
            if (words.isEmpty() && shown.size() > 1) // the other model of a race was changed there
                continue;
            const double at = axis.placeOf(change["step"].get<double>());
            chart.addLine({at, at}, {0, top}, words.isEmpty() ? TrainingText::tr("went on") : words,
                {.color = themeOf(style).text2, .pen = Qt::DotLine});
        }
    }
}

void markStep(
    LineChart& chart, const StepAxis& axis, const FigureData& data, const Training& training, const QVector<double>& values)
{
    const double step = shownStep(data);
    if (step >= 0 && !values.isEmpty() && step < stepsOf(training).last()) // there the line has its end
        chart.setMark(axis.placeOf(step), valueAt(stepsOf(training), values, step),
            TrainingText::tr("step %1").arg(formatCount(qint64(step))));
}

namespace {

constexpr double shortestBar = 40; // px

/// The last layer on top.
Grid upwards(const Grid& grid)
{
    const float* const last = grid.data + (grid.rows - 1) * grid.rowStride;
    return {grid.owner, last, grid.rows, grid.columns, -grid.rowStride, grid.columnStride};
}

} // namespace

GridAxisRect* addMap(Plot& plot, const FigureStyle& style, const Training& training, const MapNumbers& of, const MapPlace& place)
{
    const auto& [column, scale] = of;
    const Grid grid = rowsOverPoints(*training.history, column);
    if (grid.isEmpty())
        return nullptr;
    plot.addPanelTitle(place.row, place.column, place.title, style);
    GridAxisRect* rect = plot.addGridRect(place.row + 1, place.column, style);
    rect->setCells(int(grid.rows), int(grid.columns), CellShape::Fill);
    const core::Tensor* numbers = training.history->column(column);
    const core::Index heads = numbers->rank() < 3 ? 1 : numbers->dim(2);
    const QLatin1Char part(std::string_view(column) == "expert_load" ? 'E' : 'H');
    QStringList rows;
    for (core::Index row = grid.rows - 1; row >= 0; --row)
        rows << (numbers->rank() < 3 ? layerLabel(row)
                                     : QStringLiteral("L%1 %2%3").arg(counted(row / heads)).arg(part).arg(counted(row % heads)));
    rect->setRowsUpwards(rows, int(heads));
    QStringList steps;
    for (const double step : stepsOf(training))
        steps << QString::number(step, 'f', 0);
    if (place.hasSteps) {
        const auto points = QSharedPointer<PointTicker>::create(stepsOf(training));
        rect->setColumnNumbers(steps);
        rect->setColumnTicker(points);
        rect->setAxisTitles(titleOf(*points), QString());
    }
    auto* map = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
    map->setName(QStringLiteral("%1/%2").arg(training.name, QLatin1String(column)));
    map->setNumbers(false);
    map->setData(upwards(grid), scale);
    if (place.hasBar)
        (new ColorBar(rect, scale, place.quantity, style))->setShortest(shortestBar);
    if (place.hasBar && !place.hasSteps)
        rect->setRoomDown(0); // it goes on beside the map below
    plot.panel()->setRowStretchFactor(place.row, 0.001);
    return rect;
}

QCPAxisRect* stackMaps(Plot& plot, const FigureStyle& style, const std::vector<GridAxisRect*>& maps, const QString& title)
{
    const bool hasChart = roomOf(style).height() >= roomForSecondPart;
    QCPLayoutGrid& page = *plot.panel();
    QCPAxisRect* chart = nullptr;
    const int row = page.rowCount();
    if (hasChart) {
        plot.addPanelTitle(row, 0, title, style);
        chart = plot.addAxisRect(row + 1, 0, style);
        page.setRowStretchFactor(row, 0.001);
        page.setRowStretchFactor(row + 1, 1.2);
    }
    if (maps.empty())
        return chart;
    auto* aligned = new QCPMarginGroup(&plot);
    aligned->setParent(maps.front()); // the plot is drawn anew many times
    const auto cells = std::make_shared<QSizeF>();
    for (GridAxisRect* rect : maps) {
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
        rect->shareCells(cells);
    }
    if (chart) {
        chart->setMarginGroup(QCP::msLeft | QCP::msRight, aligned);
        maps.back()->setFollower(chart);
    }
    return chart;
}

namespace {

std::vector<Grid> gridsOf(const std::vector<Training>& shown, const char* column)
{
    std::vector<Grid> grids;
    for (const Training& training : shown)
        if (Grid grid = rowsOverPoints(*training.history, column); !grid.isEmpty())
            grids.push_back(std::move(grid));
    return grids;
}

} // namespace

ColorScale commonScale(const std::vector<Training>& shown, std::initializer_list<const char*> columns, ScaleChoice choice)
{
    std::vector<Grid> grids;
    for (const char* const column : columns)
        std::ranges::move(gridsOf(shown, column), std::back_inserter(grids));
    return makeScale(choice, grids);
}

ColorScale commonLogScale(const std::vector<Training>& shown, const char* column)
{
    const std::vector<Grid> grids = gridsOf(shown, column);
    ColorScale scale = makeScale({ColorMapId::Cividis, ScalePolicy::MinToMax, ScaleTransform::Log}, grids);
    for (const Grid& grid : grids)
        for (core::Index row = 0; row < grid.rows; ++row)
            for (core::Index point = 0; point < grid.columns; ++point)
                if (const double number = double(grid.at(row, point)); std::isfinite(number) && number > 0)
                    scale.low = std::min(scale.low, number);
    scale.clippedLow = 0;
    return scale;
}

std::vector<Caveat> caveatsOfGradients(const FigureData& data)
{
    const std::vector<Training> shown = shownTrainings(data);
    const auto hasExperts = [](const Training& one) { return one.history->column("expert_load") != nullptr; };
    return std::ranges::any_of(shown, hasExperts) ? std::vector<Caveat>{heldRouting()} : std::vector<Caveat>();
}

} // namespace widgets
