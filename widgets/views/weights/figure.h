#pragma once

// The figure "weights": the matrices of a layer as maps, their singular values, and how large each is over the layers.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo weightsFigure;

} // namespace widgets
