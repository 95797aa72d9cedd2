#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo positionsFigure; // "show": relative (default), loss

} // namespace widgets
