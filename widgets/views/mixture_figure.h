#pragma once

// The figure of a mixture of experts.

#include "widgets/figure/figure.h"

#include <QStringList>

namespace widgets {

extern const FigureInfo mixtureFigure; // "show": token, map, route, load, routings · "cells" of the map: gates, probs, logits

/// The values of its option "show", in order.
QStringList mixtureShows();

} // namespace widgets
