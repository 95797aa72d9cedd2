#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo outputFigure; // "k": how many tokens, 1 … 50, default 10

} // namespace widgets
