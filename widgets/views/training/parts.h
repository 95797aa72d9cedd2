#pragma once

// Parts of the pictures of trainings: lines over the steps, maps of layers over the recorded points, and maps above lines
// with one axis of steps.

#include "widgets/plot/charts.h"
#include "widgets/plot/color_scale.h"
#include "widgets/plot/point_ticker.h"
#include "widgets/views/training/data.h"

#include <initializer_list>

namespace widgets {

class GridAxisRect;
class Plot;

/// Of the page, px of ordinary type: from it on a picture has another part than its first.
inline constexpr double roomForSecondPart = 360;

/// Colour and pen of the lines of a training by its place among those that are shown.
LineStyle styleOfRun(std::size_t run, const FigureStyle& style);

/// Where lines have their points: at the steps, or below maps where the columns of these are.
class StepAxis
{
public:
    static StepAxis ofSteps() { return {}; }

    /// That of the maps, when all of them have the same columns.
    static StepAxis ofMaps(const std::vector<Training>& shown);

    bool isOfMaps() const { return bool(m_points); }
    double placeOf(double step) const { return m_points ? m_points->placeOf(step) : step; }
    QVector<double> placesOf(const Training& training) const;

    LineChart* addChart(QCPAxisRect* rect, const FigureStyle& style, const QString& quantity) const;

    /// After LineChart::fitAxes(): from the edge of the first column to that of the last.
    void fit(QCPAxisRect& rect, const Training& training) const;

private:
    QSharedPointer<PointTicker> m_points; // null: at the steps
};

/// One line a training of a column [point].
void addLines(
    LineChart& chart, const StepAxis& axis, const std::vector<Training>& shown, const char* column, const FigureStyle& style);

/// Where a training went on under another choice: a line upwards at that step, with the choice.
void addChanges(LineChart& chart, const StepAxis& axis, const std::vector<Training>& shown, const FigureStyle& style);

/// A dot at the step whose weights run, on the line with these values.
void markStep(
    LineChart& chart, const StepAxis& axis, const FigureData& data, const Training& training, const QVector<double>& values);

struct MapNumbers
{
    const char* column; // of the history
    const ColorScale& scale;
};

struct MapPlace
{
    int row, column; // of the layout: the title there, the map below
    QString title, quantity;
    bool hasSteps = true; // below the map; of pictures above each other only the lowest has them
    bool hasBar = true; // … and only the first its colours
};

/// A map of a column over the points of a training, the last layer on top; null when there is none.
GridAxisRect* addMap(
    Plot& plot, const FigureStyle& style, const Training& training, const MapNumbers& numbers, const MapPlace& place);

/// Makes maps that are above each other equally high, and adds a chart below them whose steps are theirs; null where there is
/// no room for it.
QCPAxisRect* stackMaps(Plot& plot, const FigureStyle& style, const std::vector<GridAxisRect*>& maps, const QString& title);

/// One scale for all trainings and these columns, so that equal colours are equal numbers.
ColorScale commonScale(const std::vector<Training>& shown, std::initializer_list<const char*> columns, ScaleChoice choice);

/// The same, logarithmic from the smallest number above 0, however many powers of ten that are.
ColorScale commonLogScale(const std::vector<Training>& shown, const char* column);

/// FigurePage::caveats of gradients that were measured while a training went on.
std::vector<Caveat> caveatsOfGradients(const FigureData& data);

} // namespace widgets
