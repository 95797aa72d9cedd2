#pragma once

// Pictures of trainings that have files of their own.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage trainingDepthPage;
extern const FigurePage trainingExpertsPage;

/// The bundled mixture, where the page of experts has no picture of the model that runs.
ChoiceOffer trainingExpertsOffer(const FigureData& data);

} // namespace widgets
