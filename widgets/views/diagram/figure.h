#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo diagramFigure; // no options; the block spread out is that of the selection

} // namespace widgets
