#pragma once

// Models from files: a folder of Hugging Face, our own folder, a GGUF file. model_files.h chooses between them.

#include "core/run/model.h"

#include <string>

namespace core {

/// A folder with config.json and safetensors. `weightsFile`: the file to use, empty for the usual names. Throws
/// Error{BadInput}.
ModelPtr openFolder(const std::string& folder, const std::string& weightsFile = {});

/// The tokenizer of a folder, which needs neither weights nor config.json; null when it has none. Throws Error{BadInput}.
std::shared_ptr<const Tokenizer> openFolderTokenizer(const std::string& folder);

/// Throws Error{BadInput}.
ModelPtr openGguf(const std::string& path);

/// Our own folder of contract §4. Throws Error{Output} when it cannot be written.
void saveFolder(const Setup& setup, const std::string& folder);

} // namespace core
