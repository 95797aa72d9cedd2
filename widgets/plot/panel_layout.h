#pragma once

// PanelLayout: where the panels of a comparison are on a page: in columns, two above one, or in rows, whichever leaves the
// pictures the most room.

#include "widgets/plot/figure_style.h"

#include <vector>

namespace widgets {

struct PanelPlace
{
    int row = 0;
    int column = 0;
};

struct PanelLayout
{
    std::vector<PanelPlace> places; // one a panel
    QSizeF panel;                   // px of one, without its heading
    bool fits = false;              // whether a picture in it can be read
};

/// What a small map needs with its labels, its key and the names below it, px of ordinary type.
inline constexpr QSizeF panelOfMap{160, 127};

/// `panels`: 1 to 3 of them. `room`: px of the page that they share. `least`: a panel that can be read, px of ordinary type.
/// Columns where nothing else is clearly better.
PanelLayout arrangePanels(int panels, const QSizeF& room, const FigureStyle& style, const QSizeF& least = panelOfMap);

/// How much larger than on the screen the type of a page is: px of the screen's type times this are px of the page.
double typeScale(const FigureStyle& style);

/// Px between the columns of panels.
int panelSpacing(const FigureStyle& style);

/// Px that the page keeps free along its edges (Plot::reset).
int pageMargin(const FigureStyle& style);

} // namespace widgets
