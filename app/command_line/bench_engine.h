#pragma once

// What `bench` measures of the engine, in one process and as ratios: passes beside the plain matrix product of the same
// machine, decoding beside the plain reading of memory.

#include "core/files/json.h"
#include "core/model/model.h"

#include <stop_token>
#include <vector>

namespace app {

struct BenchRequest
{
    core::SetupPtr setup;
    std::vector<long> tokens{64, 512};
    bool besideBusyProcess = false; // adds the ratio beside one spinning thread
    bool longText = false;          // adds the memory of 4,096 tokens with one head's pattern recorded, and with nothing
    std::stop_token stop;
};

/// The JSON of contract §5. Throws core::Error, core::Stopped.
core::Json benchEngine(const BenchRequest& request);

} // namespace app
