#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo costFigure; // "show": operations (default), length, saved

} // namespace widgets
