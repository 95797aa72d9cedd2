#pragma once

// The words around the wall of all heads, with their live numbers.

#include "widgets/figure/figure.h"

namespace widgets {

QString wallSubtitle(const FigureData& data);

/// What the selected head does, which heads stand out, how the colours are to be read, and which layers are not there.
QString wallCaption(const FigureData& data);

} // namespace widgets
