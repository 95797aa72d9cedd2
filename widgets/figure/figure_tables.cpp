#include "widgets/figure/figure_tables.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/plot.h"

#include <utility>

namespace widgets {

std::unique_ptr<Plot> roomyFigure(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    if (!whyNothing(info, data).isEmpty())
        return nullptr;
    const ShownPanels shown = shownPanels(info, data);
    FigureStyle roomy = style; // numbers need no page
    for (int i = 0; i < 6 && !fitAll(shown, roomy); ++i)
        roomy.size *= 2;
    return buildFigure(info, data, roomy);
}

std::vector<NumberTable> figureNumberTables(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    const auto plot = roomyFigure(info, data, style);
    std::vector<NumberTable> tables;
    if (plot)
        for (auto& [table, plottable] : plottedTables(*plot))
            tables.push_back(std::move(table));
    return tables;
}

} // namespace widgets
