#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

inline constexpr int maxNextTokens = 50, usualNextTokens = 10;
inline constexpr WholeOption countOption{"k", 1, maxNextTokens}; // how many tokens

extern const FigureInfo outputFigure;

} // namespace widgets
