#pragma once

// What the status line says of a run that was compared with others: with stored numbers of transformers, and with plain loops.

#include "app/runs/run_checker.h"
#include "app/window/status_badge.h"

namespace app {

/// Of the stored numbers; without a badge for a run that is none of the triples.
BadgeWords referenceWords(const RunChecker& checker);

/// Of the plain loops: how far they are, or what they found; without a badge when nothing was asked.
BadgeWords checkWords(const RunChecker& checker);

} // namespace app
