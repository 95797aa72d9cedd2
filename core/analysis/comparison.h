#pragma once

// Differences between the tensors of two runs.

#include "core/base/tensor.h"

namespace core {

/// ‖b − a‖ / ‖a‖ over the elements that are finite in both: 0 = the same, 1 = as far as a is from nothing. NaN when the shapes
/// differ, when nothing is finite, or when a is 0 and b is not.
double relativeDifference(const Tensor& a, const Tensor& b);

} // namespace core
