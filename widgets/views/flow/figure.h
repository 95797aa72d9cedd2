#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo flowFigure;

} // namespace widgets
