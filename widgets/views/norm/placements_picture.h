#pragma once

// Layout of the picture "placements": a map for each course below the diagram of its block, and all courses as lines.

#include "widgets/views/norm/courses.h"

namespace widgets {

void drawPlacements(const Drawing& drawing);

} // namespace widgets
