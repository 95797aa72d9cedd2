#pragma once

// How a metric, or the mean of a tensor, depends on a choice and on the seed: a run for each value.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo sweepFigure; // "over", "seeds", "metric"

} // namespace widgets
