#pragma once

// Caveats: what must be known before reading a picture. In every file they stand above it as chips, and in the window at the foot
// of the page, where none moves the picture.
// Those of a run are the same in all its pictures: weights that were trained with other choices, a step of a training,
// interventions, numbers that are NaN or infinite, a text cut off. A figure adds its own (FigureInfo::caveats): kinds that the
// model does not have, parts left out.

#include "widgets/figure/figure.h"

#include <vector>

namespace widgets {

/// Of the run that the data show; empty for a plain one.
std::vector<Caveat> caveatsOf(const FigureData& data);

/// That the weights of a setup are those of another model than the one opened, which brought them with a choice; empty: they are not.
QString otherWeightsText(const core::Setup& setup);

/// Of the run, when the figure is of one, and of the figure where it is drawn.
std::vector<Caveat> caveatsOf(const FigureInfo& info, const FigureData& data, bool isDrawn = true);

/// Of a gradient of a model with experts: where its tokens go is no part of it.
Caveat heldRouting();

/// Of both runs of a comparison, each after its lead ("B: …"); what is true of both is said once.
std::vector<Caveat> comparedCaveats(const std::vector<Caveat>& a, const std::vector<Caveat>& b);

} // namespace widgets
