#pragma once

// Models that need no file. To add one: a row in built_in_models.cpp.

#include "core/files/library/model_files.h"

#include <string>
#include <vector>

namespace core {

std::vector<ModelListing> builtInModels();

/// nullptr when no built-in model has this name.
ModelPtr makeBuiltInModel(const std::string& name);

} // namespace core
