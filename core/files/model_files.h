#pragma once

// Opening and saving models: one door for every format. Opening reads headers only.

#include "core/model/model.h"

#include <string>
#include <vector>

namespace core {

/// A name of `list models` (built-in or fetched), a Hugging Face folder, a native folder, a .safetensors next to its
/// config.json, or a .gguf. Throws Error{BadInput}: one line with file, place, problem, expected and found.
ModelPtr openModel(const std::string& nameOrPath);

struct ModelListing
{
    std::string id;
    std::string title; // English, one line
    std::string path;  // empty for built-in
    bool trained = false;
};

/// Built-in models first (always `untrained`), then those in the user's model folder.
std::vector<ModelListing> listModels();

/// $CUTAWAY_DATA_DIR, else $XDG_DATA_HOME/cutaway, else ~/.local/share/cutaway.
std::string userDataFolder();

/// Writes the native folder of contract §4: config.json, model.safetensors (float32), tokenizer.json. Each file is
/// written beside and renamed. Throws Error{Output} when it cannot be written.
void saveModel(const Setup& setup, const std::string& folder);

} // namespace core
