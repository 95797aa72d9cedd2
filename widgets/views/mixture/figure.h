#pragma once

// The figure of a mixture of experts.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo mixtureFigure; // "show": token, map, route, load, routings · "cells" of the map: gates, probs, logits

} // namespace widgets
