#pragma once

// The four terms of a score with added positions in layer 0: of the run when it recorded them, else of its sibling that was trained
// with sinusoids, else of the same weights run with its own table or with sinusoids; how much they differ between pairs of tokens of one distance, and the score of a pair that is
// moved on.

#include "core/analysis/distance_penalty.h"
#include "core/analysis/moved_score.h"
#include "core/analysis/sinusoid_terms.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <vector>

namespace widgets {

inline constexpr int maxTermTokens = 512;

/// FigurePage::needs: layer 0 with added positions, of runs that did not record the terms themselves, and the
/// marked pair moved on.
Needs termsNeeded(const FigureData& data);

/// The terms of a head in the order of core::sinusoidTermNames, [query, key] each, −inf where the mask hides them; empty grids
/// when there are none.
std::vector<Grid> termGrids(const FigureData& data, const RunPtr& run, int head);

/// Whose weights they are where they are of another run; null: of the run itself, or not there.
const core::WeightsOrigin* originOfTerms(const FigureData& data, const RunPtr& run);

/// Why there are none, in words; empty when there are.
QString whyNoTerms(const FigureData& data);

/// Of the sum of these grids, by distance query − key. REQUIRES: square, of one size, not empty.
std::vector<core::DistanceSpread> spreadOf(const std::vector<Grid>& grids);
double widestSpread(const std::vector<core::DistanceSpread>& spreads);

/// Whether a kind adds a vector at each position.
bool isAdded(const std::string& positionKind);

/// The marked query and key, else the last token and the first, in a head of layer 0.
core::ScoredPair markedPair(const FigureData& data, const RunResult& run);

/// Its score when both are moved on; empty: not there yet, or the model cannot.
std::vector<core::MovedScore> movedOf(const FigureData& data, const RunPtr& run);

/// The largest distance of the sum of the four terms from the score. REQUIRES: termGrids, not empty.
double deviationOfTerms(const std::vector<Grid>& grids);

} // namespace widgets
