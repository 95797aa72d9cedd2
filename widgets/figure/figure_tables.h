#pragma once

// FigureTables: the numbers of a figure as tables, which know what is masked: for the table on screen.

#include "widgets/figure/figure.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/number_table.h"

#include <memory>
#include <vector>

namespace widgets {

class Plot;

/// The figure, drawn as `style` says on a page that is large enough for all of it; null: there is nothing to draw.
std::unique_ptr<Plot> roomyFigure(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

/// A table of each part that it draws. Empty when the picture has no numbers or there is nothing to draw.
std::vector<NumberTable> figureNumberTables(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
