#pragma once

// The four terms of a score with sinusoids in layer 0: of the run when it recorded them, else of the same weights run with
// sinusoids; and how much they differ between pairs of tokens of one distance.

#include "core/analysis/distance_penalty.h"
#include "core/analysis/sinusoid_terms.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <vector>

namespace widgets {

/// FigurePage::needs: layer 0 of the same weights with sinusoids, of runs that did not record the terms themselves.
Needs termsNeeded(const FigureData& data);

/// The terms of a head in the order of core::sinusoidTermNames, [query, key] each, −inf where the mask hides them; empty grids
/// when there are none.
std::vector<Grid> termGrids(const FigureData& data, const RunPtr& run, int head);

/// Why there are none, in words; empty when there are.
QString whyNoTerms(const FigureData& data);

/// Of the sum of these grids, by distance query − key. REQUIRES: square, of one size, not empty.
std::vector<core::DistanceSpread> spreadOf(const std::vector<Grid>& grids);
double widestSpread(const std::vector<core::DistanceSpread>& spreads);

/// Of ALiBi's penalty of a head over the tokens of the run.
std::vector<core::DistanceSpread> alibiSpread(const RunResult& run, int head);

/// The largest distance of the sum of the four terms from the score. REQUIRES: termGrids, not empty.
double deviationOfTerms(const std::vector<Grid>& grids);

} // namespace widgets
