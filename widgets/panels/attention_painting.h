#pragma once

// AttentionPainting: cells of attention that a token may look at, or not: one by its menu, or as many as a stroke passes.

#include "widgets/panels/intervention_menu.h"

namespace widgets {

/// Adds "Do not let it look" to the menu of a cell of an attention pattern or its scores, or "Let it look" where it is masked:
/// its score becomes −∞, or its row of weights that of a softmax which has the score too that the mask took away. Nothing
/// elsewhere.
void addPainting(QMenu& menu, const InterventionPlace& place, const PointedRuns& runs, const InterventionChosen& chosen);

/// What a stroke over cells of an attention pattern or its scores does, of one head: `cells` name queries and keys, those of the
/// first say what is drawn. A seen one: no cell of the stroke is looked at, as one change; each query keeps a key. A masked one:
/// all are looked at, as one change of the rows that follow each other. Empty where nothing is to be changed.
std::vector<core::Intervention> drawnCells(const RunResult& run, const QString& tensor, const std::vector<Selection>& cells);

} // namespace widgets
