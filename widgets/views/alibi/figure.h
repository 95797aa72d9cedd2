#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// ALiBi, option "show": "penalty", "beyond", "order" or "terms" (pictures.h).
extern const FigureInfo alibiFigure;

} // namespace widgets
