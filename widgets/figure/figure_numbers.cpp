#include "widgets/figure/figure_numbers.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/plot.h"

namespace widgets {

std::vector<NumberSet> figureNumbers(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    if (!whyNothing(info, data).isEmpty())
        return {};
    const ShownPanels shown = shownPanels(info, data);
    FigureStyle roomy = style; // numbers need no page
    for (int i = 0; i < 6 && !fitAll(shown, roomy); ++i)
        roomy.size *= 2;
    return plottedNumbers(*buildFigure(info, data, roomy));
}

} // namespace widgets
