#pragma once

// The figures of the weights: the matrices of a layer as maps, their singular values, and how large each is over the layers; and
// how far the weights of B are from those of A.

#include "widgets/figure/figure.h"

namespace widgets {

extern const FigureInfo weightsFigure;

/// ΔW of two models with the same shapes (change_numbers.h).
extern const FigureInfo weightChangeFigure;

/// The weight of a bar beside its maps, by its stored name; empty: none.
std::string weightAtBar(const FigureData& data, int bar);

} // namespace widgets
