#pragma once

// Caveats: what must be known before reading anything into a picture of a run. They stand above it as chips, on screen and in
// every file: weights that were trained with other choices, a step of a training, numbers that are none, a text cut off.

#include "widgets/figure/figure.h"

#include <vector>

namespace widgets {

struct Caveat
{
    QString text; // in the current language
    bool isWarning = false;
};

/// Of the run that the data show; empty for a plain one.
std::vector<Caveat> caveatsOf(const FigureData& data);

/// Of both runs of a comparison, each after its lead ("B: …"); what is true of both is said once.
std::vector<Caveat> comparedCaveats(const FigureData& data);

} // namespace widgets
