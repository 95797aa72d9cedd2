#pragma once

// RunCheck: every tensor of a run computed once more by the naive twin (naive_reference.h), and where the two differ most.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace core {

/// The largest difference of some kind, and where it is.
struct PlacedDifference
{
    double value = 0;         // infinite where one of the two is −∞ or no number and the other is not, or of other shapes
    std::string tensor = {};  // empty: nothing differs
    std::vector<Index> place = {}; // an index an axis, heads as the model counts them; empty: the shapes differ
};

/// "blocks.2.attn.scores[1, 5, 3]"; the tensor alone where there is no place.
std::string placeText(const PlacedDifference& difference);

struct RunCheck
{
    std::size_t tensors = 0;   // compared
    PlacedDifference absolute; // |a − b|
    PlacedDifference relative; // of it, as a share of the largest magnitude of its tensor; of a norm's mean, of its scale
    std::vector<std::string> withoutTwin; // recorded tensors that the plain pass does not compute

    /// What is left of a difference is the rounding of float32, which grows with depth.
    static constexpr double tolerance = 1e-3;
    bool agrees() const { return tensors > 0 && relative.value <= tolerance; }
};

/// Computes a run again and compares every tensor that it recorded. `trace` is of one text, without a cache. Throws
/// Error{BadInput}, before anything is computed, for a choice that has no twin, a run with interventions, a text for which the
/// plain pass would take more than maxCheckedMultiplications or too much memory; Stopped.
RunCheck checkRun(const Trace& trace, const Setup& setup, const RunControl& control);

inline constexpr double maxCheckedMultiplications = 3e10; // about a minute
inline constexpr std::size_t maxCheckedBytes = std::size_t(2) << 30;

/// Throws what checkRun() throws before it computes anything.
void requireCheckable(const Trace& trace, const Setup& setup);

} // namespace core
