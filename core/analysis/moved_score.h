#pragma once

// Why added positions are not relative: the score of one query and one key in layer 0 when both tokens are moved on by the same
// number of places. With positions that are added to the embedding it changes (Dai et al. 2019, section 3.3: four terms, three of
// them of places); with rotary positions (Su et al. 2021, eq. 16) it is one term of their distance, and stays.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <limits>
#include <vector>

namespace core {

struct MovedScore
{
    Index places = 0; // that both are moved on by
    double added = 0; // the score with the model's own added positions, else with sinusoids
    double rotary = std::numeric_limits<double>::quiet_NaN(); // with RoPE on the same weights; NaN where it cannot have it
};

/// A head, and a pair of tokens of the run.
struct ScoredPair
{
    Index head = 0, query = 0, key = 0;
};

inline constexpr Index maxMoved = 64;

/// From 0 on, in even steps up to `maxMoved` or the last row of a learned table; empty when the model's choices do not go with
/// added positions. Each is a pass of layer 0 over the text. Throws Stopped. REQUIRES: the pair is in the run.
std::vector<MovedScore> movedScores(
    const Setup& setup, const Trace& trace, const ScoredPair& pair, const RunControl& control = {});

} // namespace core
