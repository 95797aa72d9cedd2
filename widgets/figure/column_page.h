#pragma once

// The page of a journal's column, which has a width alone: as high as the square maps of a figure are when they fill it.

#include "widgets/figure/figure.h"
#include "widgets/figure/figure_style.h"

namespace widgets {

/// The page as high as that, at most so much higher than wide; as it is when its maps have their width already, or it has none.
/// REQUIRES: whyNothing(info, data) is empty.
FigureStyle filledColumn(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
