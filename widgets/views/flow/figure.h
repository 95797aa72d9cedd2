#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// Option "reading": "turns" draws what has been read so far of a large model and leaves the rest to the view (FlowView);
/// by default everything is read.
extern const FigureInfo flowFigure;

} // namespace widgets
