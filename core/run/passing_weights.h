#pragma once

// Matrices that are read from their file when a product needs them, and gone after it (core/run/weights_in_memory.h): what they
// take meanwhile.

#include "core/run/forward.h"

namespace core {

/// The most bytes of them that are in memory at once: those of the products of one step of the plan, in their stored form.
std::size_t passingBytes(const Setup& setup, const Plan& planned);

} // namespace core
