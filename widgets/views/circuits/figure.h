#pragma once

// What many runs say of a text: which parts an answer needs, and where it was decided.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo ablationFigure; // "over", "with", "texts", "metric"
extern const FigureInfo patchingFigure; // "over", "metric"; A is the clean text, B the other
extern const FigureInfo pathsFigure;    // "with", "metric", "threshold"

} // namespace widgets
