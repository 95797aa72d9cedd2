#pragma once

// The trace file of contract §3: safetensors with metadata, sharded when large.

#include "core/run/trace.h"

#include <string>

namespace core {

/// Throws Error{Output} when the file cannot be written; nothing half-written is left.
void writeTrace(const Trace& trace, const std::string& path);

/// Any file with the schema's mark, ours or another program's. Missing axes follow from the names.
/// Throws Error{BadInput}.
std::shared_ptr<Trace> readTrace(const std::string& path);

} // namespace core
