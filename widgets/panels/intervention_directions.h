#pragma once

// InterventionDirections: what else pointing offers: a direction that is added to the stream.

#include "widgets/panels/intervention_menu.h"

namespace widgets {

/// Adds a submenu "Add a direction" to the menu of a place of vectors of the stream: towards the likeliest next tokens (rows of
/// the output matrix), the embeddings of tokens of the text, what the other run has there less what this one has, and what the
/// person says: the difference of two texts, a saved vector. Rows of matrices are made as long as the vectors are there. Nothing
/// where the place has no such vectors.
void addDirections(QMenu& menu, const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen);

} // namespace widgets
