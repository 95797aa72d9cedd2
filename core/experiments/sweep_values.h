#pragma once

// Values to begin a sweep with: which choices of a model can be swept, and over what.

#include "core/run/model.h"

#include <string>
#include <vector>

namespace core {

/// Keys that the model uses and that have words or numbers, in the order of contract §2. Without those that change what an input
/// is.
std::vector<std::string> sweepKeys(const ModelConfig& config);

/// Values of such a key that the model can have, as --set takes them: all words, or numbers around its own; of a key that is not
/// in use, and where there is only one, empty.
std::vector<std::string> sweepValues(const Setup& setup, const std::string& key);

} // namespace core
