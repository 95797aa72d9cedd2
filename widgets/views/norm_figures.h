#pragma once

#include "widgets/figure/figure.h"

#include <QStringList>

namespace widgets {

extern const FigureInfo normFigure; // "show": placements (default), vector, axes, statistics; their options: norm_parts.h

/// The values of its option "show", in order.
QStringList normShows();

} // namespace widgets
