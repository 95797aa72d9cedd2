#pragma once

// The pictures of positions, chosen by the option "show". To add one: a file with its FigurePage, and its place in kPages of
// figure.cpp.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage relativePage;
extern const FigurePage positionLossPage;
extern const FigurePage positionWindowPage;

} // namespace widgets
