#pragma once

// The maps of one head: the square of queries and keys, tokens by dimensions, and the terms of a score with their sum.

#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"
#include "widgets/views/attention/stage.h"

namespace widgets {

class Plot;

/// Into the first cell of the panel, with its axes and its key.
void drawHeadSquare(const Drawing& drawing, const Grid& grid);

/// Rows are tokens, columns are dimensions.
void drawHeadDimensions(const Drawing& drawing, const Grid& grid);

/// What the score is made of, part by part, and their sum. REQUIRES: at least one term.
void drawScoreTerms(const Drawing& drawing, const std::vector<ScoreTerm>& terms);

} // namespace widgets
