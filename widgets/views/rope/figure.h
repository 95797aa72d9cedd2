#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

/// "show": plane, angles, relative, pairing, distance, scaling; their options: head.h, and of the last the factor.
inline constexpr NumberOption factorOption{"factor", 1, 1024};

extern const FigureInfo ropeFigure;

} // namespace widgets
