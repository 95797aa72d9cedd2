#pragma once

// The four terms of a score with sinusoids in layer 0: of the run when it recorded them, else of the same weights run with
// sinusoids; and how much they differ between pairs of tokens of one distance.

#include "core/analysis/distance_penalty.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <array>
#include <vector>

namespace widgets {

/// What follows "blocks.0." in the trace: the four terms, then the score that they add up to.
inline constexpr std::array kTerms{"attn.scores_content_content", "attn.scores_content_position", "attn.scores_position_content",
    "attn.scores_position_position", "attn.scores_content"};

/// A term of a head, [query, key], −inf where the mask hides it; empty when there is none.
Grid termGrid(const RunResult& run, std::size_t term, int head);

/// All of kTerms.
std::vector<Grid> termGrids(const RunResult& run, int head);

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
