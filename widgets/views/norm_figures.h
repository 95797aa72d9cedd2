#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo normFigure; // "show": placements (default), vector, axes, statistics; their options: norm_parts.h

} // namespace widgets
