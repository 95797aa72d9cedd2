#pragma once

// Keys of a GGUF file that no row of the tables reads: those that change numbers are refused, the rest is listed.

#include "core/files/families/config_source.h"

#include <string>
#include <vector>

namespace core {

/// Goes through the keys "ARCHITECTURE.…" that were not read from `config`. Throws Error{BadInput} for one that is known to
/// change numbers and has a value that does; those that are not known go to `notes`.
void checkUnread(const GgufConfig& config, const std::string& architecture, std::vector<std::string>& notes);

} // namespace core
