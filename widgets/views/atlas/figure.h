#pragma once

#include "widgets/views/atlas/pages.h"

namespace widgets {

extern const FigureInfo atlasFigure;

} // namespace widgets
