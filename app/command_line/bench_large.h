#pragma once

// Measurements of one large model for `bench --large`, each beside its bound.

#include "app/command_line/bench_engine.h"

#include <string>

namespace app {

/// {"model", "threads", "sgemm_gflops", "read_gb_per_s", "large": {…}} of contract §5. `setup` of the request is set by the call, since
/// opening is measured. Has to come first in a process: the peak is that of the whole run. Throws core::Error, core::Stopped.
core::Json benchLarge(BenchRequest request, const std::string& model);

} // namespace app
