#pragma once

// The vectors that a model adds at each position, and their products: sinusoids (Vaswani et al. 2017, §3.5) and learned tables
// (Gehring et al. 2017; Devlin et al. 2019).

#include "core/analysis/distance_penalty.h"
#include "core/base/run_control.h"
#include "core/run/model.h"

namespace core {

struct PositionTable
{
    Matrix rows;     // [position, width]: what is added at positions 0, 1, …
    Matrix products; // [position, position]: row i · row j
    std::vector<DistanceSpread> byDistance; // of the products, distances 0 … positions − 1
    std::vector<double> wavelengths; // [pair]: positions that each sine takes for a full turn; empty where rows are no sinusoids
    bool isLearned = false; // rows of a table, which ends
    Index end = 0; // first position without a row; 0: there is none

    std::size_t bytes() const { return std::size_t(rows.size() + products.size()) * sizeof(float); }
};

/// At most `most` positions of the stack that the blocks and the logits are of; where `added` is there, the recorded "pos_embed"
/// of a text, the first ones are its rows. Empty rows for a model that adds nothing. Throws Stopped, and Error when a file cannot
/// be read. REQUIRES: most >= 1.
PositionTable positionTable(const Setup& setup, const Tensor* added, Index most, const RunControl& control);

} // namespace core
