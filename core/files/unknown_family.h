#pragma once

// A configuration of a family that nobody knows may still have the tensors of one that is known: then it is read as that one, and
// what was assumed is said. Otherwise the nearest families are named, and what is missing of them.

#include "core/files/family.h"

namespace core {

/// The family whose plan uses all the stored tensors and needs no others; of several the one that understands most keys of the
/// configuration. What was assumed goes to `notes`. Throws Error{BadInput} naming the nearest families and what they lack.
const Family& familyByTensors(
    const std::vector<Family>& families, const JsonConfig& config, const StoredTensors& stored, std::vector<std::string>& notes);

} // namespace core
