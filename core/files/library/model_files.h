#pragma once

// Opening and saving models: one interface for every format. Opening reads headers only.

#include "core/run/model.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// A name of `list models` (built-in, bundled or fetched), a Hugging Face folder, a native folder, a .safetensors next to its
/// config.json, or a .gguf; NAME@STEP is a snapshot of its training, atlas:ID the replica of a published
/// model (replica.h). Throws Error{BadInput}: one line with file, place,
/// problem, expected and found.
ModelPtr openModel(const std::string& nameOrPath);

struct ModelListing
{
    std::string id;
    std::string title; // English, one line; empty for a bundled model, whose history says what it is for
    std::string path;  // empty for built-in
    bool trained = false;
    bool bundled = false; // comes with the program, trained
};

/// Built-in models first (always `untrained`), then those bundled with the program, the default first, then those in the
/// user's model folder. No file is read.
std::vector<ModelListing> listModels();

/// The folder of a name of listModels(); nothing for one that is built in, or none.
std::optional<std::string> listedFolder(const std::string& name);

/// The name of the model to begin with: `main` when it is there, else `untrained`.
std::string defaultModel();

/// $CUTAWAY_DATA_DIR, else $XDG_DATA_HOME/cutaway, else ~/.local/share/cutaway.
std::string userDataFolder();

/// Writes the native folder of contract §4: config.json, model.safetensors (float32), tokenizer.json. Each file is
/// written to a temporary file and renamed. Throws Error{Output} when it cannot be written.
void saveModel(const Setup& setup, const std::string& folder);

} // namespace core
