#pragma once

// Pictures of trainings that have files of their own.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage trainingDepthPage;
extern const FigurePage trainingExpertsPage;

} // namespace widgets
