#pragma once

// A configuration of an unknown family may still be that of a known one under another name: then it is read as that one,
// and what was assumed is said. It is only where nothing else could be meant: the family uses all tensors and understands all
// keys, and every other family of which that holds too computes the same numbers. Otherwise the nearest families are named, and
// what stands in their way.

#include "core/files/families/family.h"

namespace core {

/// The family that this can only be. What was assumed goes to `notes`. Throws Error{BadInput} naming the nearest families and
/// what stands in their way.
const Family& familyByTensors(
    const std::vector<Family>& families, const JsonConfig& config, const StoredTensors& stored, std::vector<std::string>& notes);

} // namespace core
