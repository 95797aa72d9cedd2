#pragma once

#include "widgets/figure/figure.h"

#include <QStringList>

namespace widgets {

/// "show": plane, angles, relative, pairing, distance, scaling · "pair", "position" (where the query stands), "base" and
/// "fraction" instead of the model's, "factor" of the scalings: numbers.
extern const FigureInfo ropeFigure;

/// The values of its option "show", in order.
QStringList ropeShows();

} // namespace widgets
