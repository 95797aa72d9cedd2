#pragma once

// Conversion between selections and tensor elements, in both directions.

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QString>

#include <vector>

namespace widgets {

/// Place of the selection in a tensor by its axis words (rows as in the tensor); an axis that the selection does not are about is
/// at 0. Keys, values and what they are made of are at the key where one is selected. `heads`: query heads of the model, which
/// share key heads; 0 = not known. Empty when the selection names no place in it.
std::vector<core::Index> placeOf(const core::TraceEntry& entry, const Selection& selection, int heads);

/// `selection` moved so that placeOf(entry) is `place`, heads counted as the model counts them, and the layer is the tensor's.
Selection selectionAt(
    const core::TraceEntry& entry, const std::vector<core::Index>& place, const Selection& selection, int heads);

/// "blocks.3.attn.q" -> 3 and "attn.q"; a tensor outside the blocks has layer −1.
std::pair<int, QString> splitName(const QString& name);

/// Query heads of a layer; 0 = not known.
int queryHeads(const RunResult& run, int layer);

} // namespace widgets
