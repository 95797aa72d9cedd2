#pragma once

// What a run records of a model for which everything would not fit into the memory allowed, and the rest of a layer when it is
// looked at.

#include "core/run/forward.h"

#include <memory>
#include <optional>

namespace core {

/// The request for less than everything, with room left for one layer that is recorded whole: what is of no layer, and of all
/// layers the stream, what the branches add to it, and the patterns; where these do not fit, the patterns are left out, then all
/// but the stream. Nothing: not even that fits, or the request says what it wants.
/// `tokens` and `sourceTokens` as in plan().
std::optional<TraceRequest> fittingRecord(const Setup& setup, Index tokens, Index sourceTokens, const TraceRequest& request);

/// Whether a run lacks what an ordinary request records of this layer.
bool lacksLayer(const Setup& setup, const Trace& trace, Index layer);

/// The run with everything of this layer, which alone is computed again, from the stream that the run has below it: the numbers
/// are those of a whole run within `maxBytes` (TraceRequest), to the last bit. Throws what forward() throws, and Error for a run
/// without the stream, of packed texts, of an encoder–decoder, or under interventions.
std::shared_ptr<const Trace> withLayer(
    const Setup& setup, const Trace& trace, Index layer, std::size_t maxBytes = 0, const RunControl& control = {});

} // namespace core
