#pragma once

// Why a run went on without an intervention of its request, for the person who sees the list: it is kept, and works again when it
// fits.

#include "app/runs/run_request.h"

#include <QStringList>

namespace app {

/// Of each in the list of the request why its run is without it, in the current language; empty where it has it, or is off.
QStringList whyUnfit(const widgets::RunResult& run, const RunRequest& request);

} // namespace app
