#pragma once

// The runs that a figure of a family needs beside its own ("all norm placements on the same weights"), as the program makes them.

#include "app/runs/run_request.h"

namespace support {

inline std::vector<widgets::KindRun> kindsOf(const widgets::RunPtr& run, const std::string& family)
{
    app::RunDesk desk;
    desk.keep("tiny", run->setup->model);
    const app::RunRequest request{.model = "tiny", .said = run->setup->said, .text = {}, .ids = run->trace->ids};
    return app::runKinds(request, run, family, [&](const app::RunRequest& one) { return desk.carryOut(one); });
}

} // namespace support
