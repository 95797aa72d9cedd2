#pragma once

// The words around the wall of all heads, with their live numbers.

#include "widgets/figure/figure.h"

namespace widgets {

QString wallSubtitle(const FigureData& data);

/// What the selected head does, which heads stand out, and how the colours are to be read.
QString wallCaption(const FigureData& data);

/// Layers that have no attention weights, or, beside A, another number of heads than there.
std::vector<Caveat> wallCaveats(const FigureData& data);

} // namespace widgets
