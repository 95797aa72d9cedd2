#pragma once

#include "core/base/error.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace core {

/// How a caller watches and stops a long computation. Both may be left empty.
struct RunControl
{
    std::stop_token stop;                                                    // polled at every product tile and layer
    std::function<void(double fraction, std::string_view stage)> onProgress; // fraction 0..1; called on the computing thread
    std::function<void(std::string_view tensor)> onMade = {}; // the numbers of this tensor of a pass are there, or more of them:
                                                              // for clocks; called on the computing thread

    /// Throws Stopped when a stop was requested.
    void check() const
    {
        if (stop.stop_requested())
            throw Stopped();
    }
    void progress(double fraction, std::string_view stage) const
    {
        if (onProgress)
            onProgress(fraction, stage);
    }
};

} // namespace core
