#pragma once

// Measurements of the engine for `bench`, in one process and as ratios: passes against the plain matrix product of the same
// machine, decoding beside the plain reading of memory.

#include "core/io/json.h"
#include "core/run/model.h"

#include <stop_token>
#include <vector>

namespace app {

struct BenchRequest
{
    core::SetupPtr setup;
    std::vector<long> tokens{64, 512};
    bool withBusyProcess = false; // adds the ratio beside one spinning thread
    std::stop_token stop;
};

/// The JSON of contract §5. Throws core::Error, core::Stopped.
core::Json benchEngine(const BenchRequest& request);

/// 4,096 tokens with nothing recorded and with one head's pattern: the most bytes that the process holds beyond what it held
/// with the weights. Has to come first in a process: other passes leave memory that is used again.
core::Json benchLongText(const BenchRequest& request);

} // namespace app
