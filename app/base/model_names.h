#pragma once

// Opening a model by the name that a person gives: an unknown name is refused with the nearest known one, before anything is
// read.

#include "core/base/error.h"
#include "core/run/model.h"

#include <string>
#include <vector>

namespace app {

/// Those of core::listModels(), in its order.
std::vector<std::string> modelNames();

/// Whether there is a model, a step of its training, a folder or a file of this name.
bool isThere(const std::string& nameOrPath);

/// What is said of a name or path that is not there: the nearest few names, or how far a path leads.
core::Error notFound(const std::string& nameOrPath);

/// core::openModel, with notFound() for what is not there. A folder whose only GGUF file was taken has a note that says so.
/// Throws core::Error.
core::ModelPtr openModel(const std::string& nameOrPath);

} // namespace app
