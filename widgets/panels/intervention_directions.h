#pragma once

// InterventionDirections: what else pointing offers: a direction that is added to the stream.

#include "core/base/run_control.h"
#include "widgets/panels/intervention_menu.h"

namespace widgets {

/// Adds a submenu "Add a direction" to the menu of a place of vectors of the stream: towards the likeliest next tokens (rows
/// of the output matrix less their mean), the embeddings of tokens of the text, what the other run has there less what this one has, and what the
/// person says: the difference of two texts, a saved vector. Rows of matrices are made as long as the vectors are there. Nothing
/// where the place has no such vectors.
void addDirections(QMenu& menu, const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen);

/// Directions that lack a length, with their numbers, as long as the vectors of their places in a run are in the mean. For the
/// worker: it may read a whole matrix. Throws what core::directionNumbers() throws.
std::vector<core::Intervention> withLengths(
    const RunResult& run, std::vector<core::Intervention> list, const core::RunControl& control);

} // namespace widgets
