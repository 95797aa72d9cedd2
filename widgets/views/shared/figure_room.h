#pragma once

// How much room a figure has, in px of ordinary type.

#include "widgets/plot/figure_style.h"

namespace widgets {

/// Width and height of a figure in px of ordinary type: large type needs more room, small type less.
QSizeF roomOf(const FigureStyle& style);

/// Px of ordinary type that are left of the height where title and caption stand on the page too.
double pictureHeight(const FigureStyle& style);

/// How many charts with their headings can be read below each other in it; at least one.
int chartsFitting(const FigureStyle& style);

} // namespace widgets
