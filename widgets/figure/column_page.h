#pragma once

// The page of a journal's column, which has a width only: as high as its contents need, and as the square maps of a figure
// are when they fill it.

#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"

namespace widgets {

/// The page as high as that: for a comparison of runs where its panels have room, for one run at most so much higher than wide
/// for the sake of its maps; as it is when nothing lacks room. REQUIRES: whyNothing(info, data) is empty.
FigureStyle columnPage(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
