#pragma once

// Divergence: how far each recorded tensor of a run is from the same one of another, in the order of computation, and the first
// that differs: where two runs part.

#include "core/base/run_control.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace core {

/// A tensor that both recorded.
struct TensorDivergence
{
    std::string name;
    Index layer = -1; // −1: outside of the blocks
    bool isOfEncoder = false;
    double relative = 0; // ‖b − a‖ / ‖a‖ over what is finite in both; NaN: of other shapes, or a is 0
    bool hasOtherCells = false; // other shapes, or other cells are masked

    /// More than float32 rounding of another order of sums.
    bool differs() const;
};

struct RunDivergence
{
    std::vector<TensorDivergence> tensors; // in the order of a
    Index first = -1; // that differs; −1: none
    std::vector<std::string> onlyA, onlyB; // recorded in one run alone

    std::size_t bytes() const;
};

/// Throws Stopped.
RunDivergence divergenceOf(const Trace& a, const Trace& b, const RunControl& control);

} // namespace core
