#pragma once

#include "widgets/figure/figure.h"

namespace widgets {

inline constexpr WordOption lengthOption{"norm", {"rms", "l2"}};

extern const FigureInfo residualFigure;

/// Where two runs part; no options.
extern const FigureInfo divergenceFigure;

/// The tensor of a bar of its picture; empty: of none.
QString tensorOfDivergence(const FigureData& data, int bar);

} // namespace widgets
