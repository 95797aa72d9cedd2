#pragma once

// The line of the status bar: what stands at a selection, in words and numbers.

#include "widgets/run_result.h"
#include "widgets/selection_model.h"

#include <QString>

namespace widgets {

/// "L3 H5 · query 4 “the” → key 2 “sat” · weight 0.183"; parts that are not chosen are left out. Empty without a run.
QString readOut(const RunPtr& run, const Selection& selection);

/// The text of token `position` as the axes of pictures have it: white space visible, quoted; of a part of a character both,
/// “猫₂”. "?" outside the run.
QString quotedToken(const core::Trace& trace, int position);

} // namespace widgets
