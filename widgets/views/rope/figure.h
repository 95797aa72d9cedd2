#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// "show": plane, angles, relative, pairing, distance, scaling · "pair", "position" (where the query stands), "base" and
/// "fraction" instead of the model's, "factor" of the scalings: numbers.
extern const FigureInfo ropeFigure;

} // namespace widgets
