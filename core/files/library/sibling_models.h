#pragma once

// Sibling models of one model: the native folders next to its own that have a history.json and the same tokenizer.json,
// byte for byte.

#include "core/run/weights_origin.h"

#include <memory>
#include <string>

namespace core {

/// Null when the folder has no history.json. Nothing else is read before it is requested.
std::shared_ptr<const TrainedSiblings> siblingsOf(const std::string& folder);

} // namespace core
