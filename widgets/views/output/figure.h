#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

inline constexpr int mostNextTokens = 50;

extern const FigureInfo outputFigure; // "k": how many tokens, 1 … mostNextTokens, default 10

} // namespace widgets
