#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo residualFigure; // "norm": rms (default), l2

} // namespace widgets
