#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

inline constexpr WordOption lengthOption{"norm", {"rms", "l2"}};

extern const FigureInfo residualFigure;

} // namespace widgets
