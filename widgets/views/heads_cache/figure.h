#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo headsCacheFigure; // "show": sharing (default), growth, latent, repeated, blocks

} // namespace widgets
