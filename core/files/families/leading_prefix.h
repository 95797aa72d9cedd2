#pragma once

// Checkpoints of training programs have a word in front of every name: "module.", "_orig_mod.", "base_model.model.".

#include "core/files/families/family.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// The tensors under the names of the family, where its embedding is stored only behind a leading prefix of whole parts, or all
/// tensors are: every name that has the prefix loses it, and a note says so. Nothing where `stored` has the names already.
std::optional<StoredTensors> withoutLeadingPrefix(
    const Family& family, const StoredTensors& stored, std::vector<std::string>& notes);

} // namespace core
