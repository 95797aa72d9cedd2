#pragma once

// The axes of the trace's tensors by their names (docs/contract.md), for trace files that do not say them.

#include "core/base/tensor.h"

#include <string_view>

namespace core {

/// Empty for a name that is not in the table.
Axes axesOf(std::string_view name);

} // namespace core
