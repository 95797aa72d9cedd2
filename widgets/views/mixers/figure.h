#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo mixersFigure; // "show": matrix (default), state, kernels, compare, bytes

} // namespace widgets
