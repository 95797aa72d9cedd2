#pragma once

// A run that is still computed (core/run/growing_trace.h): its layers are those that are through, from the lowest up.

#include "widgets/run/run_result.h"

namespace widgets {

inline bool isUnfinished(const RunResult& run) { return run.setup && run.trace->milliseconds < 0; }

} // namespace widgets
