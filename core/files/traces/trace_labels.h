#pragma once

// Labels for the tokens of a trace whose file has none: another program need not write more than the schema's mark.

#include "core/files/traces/trace_file.h"

#include <string>
#include <vector>

namespace core {

/// Fills `trace.tokens`, and in an encoder–decoder `trace.decoderTokens`, where the file has none: "#17" of an id; without ids
/// the positions "0", "1", … of the first tensor that has any. What the file says stays.
void labelPositions(Trace& trace, const std::vector<TraceFile::Item>& items);

} // namespace core
