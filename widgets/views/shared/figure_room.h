#pragma once

// How much room a figure has, in px of ordinary type.

#include "widgets/plot/figure_style.h"

#include <cstddef>

namespace widgets {

/// Width and height of a figure in px of ordinary type: large type needs more room, small type less.
QSizeF roomOf(const FigureStyle& style);

/// Px of ordinary type that are left of the height where title and caption stand on the page too.
double pictureHeight(const FigureStyle& style);

/// How many charts with their headings can be read below each other in it; at least one.
int chartsFitting(const FigureStyle& style);

/// Whether a list of bars has room beside a map.
bool hasRoomForBars(const FigureStyle& style);

/// How many bars of such a list have room; at least one, at most `most`.
std::size_t barsFitting(const FigureStyle& style, std::size_t most = 16);

} // namespace widgets
