#pragma once

// Files in the place of a model's weights that hold something else: an adapter, a recorded run.

#include "core/files/formats/safetensors.h"

#include <string>

namespace core {

/// Throws Error{BadInput} when the folder is an adapter's: adapter_config.json and no config.json.
void refuseAdapterFolder(const std::string& folder);

/// Throws Error{BadInput} when these are the tensors of an adapter or of a trace.
void refuseOtherContents(const Safetensors& weights, const std::string& folder);

} // namespace core
