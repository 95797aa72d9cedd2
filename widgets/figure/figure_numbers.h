#pragma once

// FigureNumbers: the numbers of a figure, read back from what it draws (plotted_numbers.h).

#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/plotted_numbers.h"

#include <vector>

namespace widgets {

/// The figure is drawn, as `style` says, and read back. Empty when the picture has no numbers or there is nothing to draw.
std::vector<NumberSet> figureNumbers(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
