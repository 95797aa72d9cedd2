#pragma once

// A run that is still computed (core/run/growing_trace.h): its layers are those that are through, from the lowest up.

#include "widgets/run/run_result.h"

namespace widgets {

inline bool isUnfinished(const RunResult& run) { return run.setup && run.trace->milliseconds < 0; }

/// Whether one of two slots, either of which may be null, is.
inline bool isUnfinished(const RunPtr& a, const RunPtr& b) { return (a && isUnfinished(*a)) || (b && isUnfinished(*b)); }

} // namespace widgets
