#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// The feed-forward of a layer, option "show": "curve", "gate", "maps", "neuron", "activations" or "width" (pages.h).
extern const FigureInfo feedForwardFigure;

} // namespace widgets
