#pragma once

// Shared axes: on locked scales a chart of A and the same chart of B run over the same numbers, as their maps have one scale of
// colours.

#include <QList>

namespace widgets {

class BarChart;
class LineChart;
class Plot;

struct Charts
{
    QList<LineChart*> lines;
    QList<BarChart*> bars;
};

/// The charts of the plot that are not among `others`, in the order in which they were made.
Charts chartsBeside(const Plot& plot, const Charts& others);

/// Charts of one name get one axis of values, which holds those of both. What a chart of one side alone shows stays as it is.
void shareAxes(const Charts& a, const Charts& b);

} // namespace widgets
