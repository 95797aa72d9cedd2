#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo logitsFigure; // "show": z_loss (default), soft_cap

} // namespace widgets
