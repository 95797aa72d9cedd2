#pragma once

// What a tokenizer.json says that a person should know of, though it can be read.

#include "core/io/json.h"

#include <string>
#include <vector>

namespace core {

/// Appends one line for each: no version, texts cut or filled up to one length, ids with holes, a merge that stands twice, an
/// added token whose id is not the one that it gets. Wrong types are no concern of this function.
void addTokenizerNotes(const Json& tokenizerJson, std::vector<std::string>& notes);

} // namespace core
