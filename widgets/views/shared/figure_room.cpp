#include "widgets/views/shared/figure_room.h"

#include "widgets/plot/panel_layout.h"

#include <algorithm>

namespace widgets {

QSizeF roomOf(const FigureStyle& style) { return style.size / typeScale(style); }

double pictureHeight(const FigureStyle& style)
{
    constexpr double highOfWords = 150; // title, what a cell is and caption
    return roomOf(style).height() - (style.showTitle ? highOfWords : 0);
}

int chartsFitting(const FigureStyle& style)
{
    constexpr double highOfChart = 115;
    return std::max(1, int(pictureHeight(style) / highOfChart));
}

} // namespace widgets
