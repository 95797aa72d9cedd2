#pragma once

// The unchanged beginning of a text: tokens whose numbers a run can take from an earlier one over a text that begins alike. They
// are those that would be computed, to the last bit: no token sees later ones, and no sum depends on how many tokens there are.

#include "core/run/earlier_run.h"

namespace core {

/// How many tokens `run.input` begins with that its earlier run has; 0 where their numbers could differ, and for interventions.
Index keptBeginning(const EarlierRun& run);

} // namespace core
