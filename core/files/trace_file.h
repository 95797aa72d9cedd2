#pragma once

// The trace file of contract §3: safetensors with metadata, in several files when large. What is in the metadata beyond
// the contract: "seed", "dtype", "heads" (name -> heads that were kept) and "replaced" (names that an intervention changed).

#include "core/run/trace.h"

#include <cstdint>
#include <string>

namespace core {

/// Writes NAME.safetensors, or with more than `fileBytes` of numbers NAME-00001-of-0000K.safetensors and
/// NAME.safetensors.index.json. Throws Error{Output} when a file cannot be written; nothing half-written is left.
void writeTrace(const Trace& trace, const std::string& path, std::uint64_t fileBytes = std::uint64_t(4) << 30);

/// Any file with the schema's mark, ours or another program's: NAME.safetensors also when only its index is there, or the
/// index itself. Missing axes follow from the names. Throws Error{BadInput}.
std::shared_ptr<Trace> readTrace(const std::string& path);

} // namespace core
