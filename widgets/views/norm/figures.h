#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo normFigure; // "show": placements (default), vector, axes, statistics, descent; their options: parts.h

} // namespace widgets
