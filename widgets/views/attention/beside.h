#pragma once

// The charts next to the map of one head: its weights as lines between the tokens, and its row, of weights or scores, as bars.

#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

namespace widgets {

class Plot;

inline constexpr double roomBesideMap = 600; // px of ordinary type: from this width on something is beside a map

/// Below each other beside the map, or in columns of their own where there is room.
/// REQUIRES: the map is in the first cell of the panel; `grid` are its numbers, in places of the axes.
void drawBesideHead(const Drawing& drawing, const Grid& grid);

} // namespace widgets
