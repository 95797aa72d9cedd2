#pragma once

// A score with positions that are added to the embedding, sinusoids or a learned table, is a sum of four terms, (word + place) of
// the query times (word + place) of the key (Dai et al. 2019, Transformer-XL, eq. in section 3.3): of a run that recorded them,
// else of its weights, or of the model that was trained with sinusoids, run once more.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <array>

namespace core {

/// What follows "blocks.0." in the trace, [head, query, key]: the four terms, then the score that they add up to.
inline constexpr std::array sinusoidTermNames{"attn.scores_content_content", "attn.scores_content_position",
    "attn.scores_position_content", "attn.scores_position_position", "attn.scores_content"};

/// Whether layer 0 of a run recorded all of them.
bool hasSinusoidTerms(const Trace& trace);

/// What the model adds to the embedding at a position; sinusoids where it adds nothing.
PositionEncoding addedPositions(const Setup& setup);

/// The model whose terms are shown for this one: the one of its siblings that was trained with sinusoids on the same tokens; this one
/// itself where it adds positions, or where there is none. Reads the header of that sibling.
Setup withAddedPositions(const Setup& setup);

/// Layer 0 of the same weights and tokens under addedPositions(), with these terms; null when the model's choices do not go with them.
/// Throws Stopped.
TracePtr sinusoidTerms(const Setup& setup, const Trace& trace, const RunControl& control = {});

} // namespace core
