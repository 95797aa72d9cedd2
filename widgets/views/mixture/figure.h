#pragma once

// The figure of a mixture of experts.

#include "widgets/figure/figure.h"

namespace widgets {

inline constexpr WordOption cellsOption{"cells", {"gates", "probs", "logits"}}; // of the map

extern const FigureInfo mixtureFigure; // "show": token, map, route, load, routings

} // namespace widgets
