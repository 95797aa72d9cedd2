#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// "show": loss (default), heads, gradient, stream. "runs": names with commas between them; without it those of the run.
extern const FigureInfo trainingFigure;

} // namespace widgets
