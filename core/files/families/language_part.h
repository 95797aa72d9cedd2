#pragma once

// Models of more than text (Gemma 3, LLaVA, Mistral 3) hold a language model: its keys are an object of their configuration, its
// tensors are under a name of their own. Here that part is made to look like the folder of a language model.

#include "core/files/families/config_source.h"
#include "core/files/formats/stored_tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// The keys of the language model, with what it leaves to the model around it: `tie_word_embeddings` and special ids. Nothing
/// when the configuration has no such object.
std::optional<JsonConfig> languageConfig(const Json& config, const std::string& file);

/// The tensors of the language model, under the names they would have alone; how many others there are goes to `notes`.
StoredTensors languageTensors(const StoredTensors& stored, const std::string& family, std::vector<std::string>& notes);

} // namespace core
