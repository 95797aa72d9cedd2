#pragma once

// A scan: which tokens of many texts drive a number of the model most and least, how its values are spread, what it writes.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo scanFigure; // "of", "texts", "unit"

} // namespace widgets
