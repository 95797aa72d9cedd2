#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// Names with commas between them; without it those of the run.
inline constexpr TextOption runsOption{"runs"};

/// "show": loss (default), heads, gradient, stream.
extern const FigureInfo trainingFigure;

} // namespace widgets
