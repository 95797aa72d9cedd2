#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// Texts that the model writes after the prompt, as a tree, with the bars of the selected token and log Z below (options.h).
extern const FigureInfo generationFigure;

} // namespace widgets
