#pragma once

// The pictures of mixers, chosen by the option "show". To add one: a file with its FigurePage, and its place in kPages of
// figure.cpp.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage mixerMatrixPage;
extern const FigurePage mixerStatePage;
extern const FigurePage mixerKernelsPage;
extern const FigurePage mixerComparePage;
extern const FigurePage mixerBytesPage;

} // namespace widgets
