#pragma once

// Measurements of many runs for `bench --sweep`: ablations and patches as they are computed, beside a plain loop of whole passes in the
// same process.

#include "app/command_line/bench_engine.h"

namespace app {

/// {"sweep": [{"what", "runs", "ms", "plain_ms", "share"}]}: all heads ablated, and each kind of patching, of 12 tokens. `plain_ms` is
/// that of 24 plain runs, as many times as there are runs. Throws core::Error, core::Stopped.
core::Json benchSweep(const BenchRequest& request);

} // namespace app
