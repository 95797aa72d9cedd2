#pragma once

// What a way back through the run says: which tokens a metric hangs on, what reaches each layer, and where nothing is passed on.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo gradientsFigure; // "show", "metric"

} // namespace widgets
