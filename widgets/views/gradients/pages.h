#pragma once

// The pages of the gradients' figure, one a file.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage gradientTokensPage;     // tokens_page.cpp
extern const FigurePage gradientOcclusionPage;  // occlusion_page.cpp
extern const FigurePage gradientPlacementsPage; // placements_page.cpp
extern const FigurePage gradientSoftmaxPage;    // softmax_page.cpp
extern const FigurePage gradientStepsPage;      // steps_page.cpp

} // namespace widgets
