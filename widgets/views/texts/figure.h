#pragma once

// Many texts: what heads do over all of them, and which of their answers the model gets right.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo textsFigure; // "show", "texts", "score", "statistic"

} // namespace widgets
