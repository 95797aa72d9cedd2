#pragma once

// The unchanged beginning of a text: tokens whose numbers a run can take from an earlier one over a text that begins alike. They
// are those that would be computed, to the last bit: no token sees later ones, and no sum depends on how many tokens there are.

#include "core/run/earlier_run.h"

namespace core {

/// Whether a norm goes over all tokens of a pass: texts that are packed into one are not apart.
bool mixesTokens(const ModelConfig& config);

/// Whether a token's numbers follow from it and those before it, in sums that are the same in every text.
bool computesTokensAlike(const ModelConfig& config);

/// How many tokens `run.input` begins with that its earlier run has; 0 where their numbers could differ, and for interventions.
Index keptBeginning(const EarlierRun& run);

} // namespace core
