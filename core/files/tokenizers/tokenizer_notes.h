#pragma once

// Notes for the person about a tokenizer.json that can be read: what it assumes or leaves out.

#include "core/io/json.h"

#include <string>
#include <vector>

namespace core {

/// Appends one line for each: no version, texts cut or filled up to one length, ids with holes, a merge that stands twice, an
/// added token whose id is not the one that it gets. Wrong types are no concern of this function.
void addTokenizerNotes(const Json& tokenizerJson, std::vector<std::string>& notes);

} // namespace core
