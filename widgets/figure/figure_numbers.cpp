#include "widgets/figure/figure_numbers.h"

#include "widgets/figure/figure_tables.h"
#include "widgets/plot/plot.h"

namespace widgets {

std::vector<NumberSet> figureNumbers(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    const auto plot = roomyFigure(info, data, style);
    return plot ? plottedNumbers(*plot) : std::vector<NumberSet>();
}

} // namespace widgets
