#pragma once

// What positions bring to a score over the distance between query and key, beyond the texts of a training too: of vectors that
// are added to the embedding the product of two of them, of a bias the bias, of a rotation the rotated score itself.

#include "core/analysis/row_runs.h"

#include <vector>

namespace core {

struct AddedByDistance
{
    enum class What
    {
        Nothing,  // no positions
        Products, // of two vectors of positions
        Bias,     // that is added to the scores
        Score     // of the contents, which a rotation has turned
    };
    What what = What::Nothing;
    std::vector<std::vector<double>> lines; // [head][distance], the mean of all pairs of a distance; of products one line
    Index trained = 0;                      // the length of the texts of its training

    std::size_t bytes() const;
};

/// Distances 0 … row.size() − 1, or as far as a table of the model reaches; bias and scores are those of this row of ids in this
/// layer. Throws Stopped; what forward() refuses. REQUIRES: a causal decoder, a layer with attention, at least two ids.
AddedByDistance addedByDistance(const Setup& setup, const std::vector<TokenId>& row, Index layer, const RunControl& control = {});

} // namespace core
