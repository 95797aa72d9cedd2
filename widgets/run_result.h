#pragma once

// RunResult: what a view draws. Immutable and shared; comes from the worker, a trace file, or a test.

#include "core/model/model.h"
#include "core/run/trace.h"

#include <memory>

namespace widgets {

struct RunResult
{
    core::TracePtr trace;  // never null
    core::SetupPtr setup;  // null for a trace from a file whose model is not at hand
};

using RunPtr = std::shared_ptr<const RunResult>;

} // namespace widgets
