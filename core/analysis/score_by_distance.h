#pragma once

// The scores of attention far beyond the texts of a model's training: what a key gets that lies so many tokens back, before the
// softmax and after it, mean over rows of held-out ids, layers and heads.

#include "core/analysis/row_runs.h"

#include <span>
#include <vector>

namespace core {

struct ScoreByDistance : RowsRead
{
    std::vector<double> score;  // [distance], query − key: before the softmax, with every bias and penalty, of the keys in sight
    std::vector<double> weight; // [distance]: after the softmax; 0 counts, of a key out of sight
    Index firstQuery = 0; // queries from here to the end of the row are counted: all look back about as far

    std::size_t bytes() const { return (score.size() + weight.size()) * sizeof(double); }
};

/// Of the last quarter of the queries that the model can read. A distance that no query sees is NaN. Throws Stopped; Error for
/// ids outside the vocabulary. REQUIRES: a causal decoder with attention, at least one row, rows of the same length of two ids
/// or more.
ScoreByDistance scoreByDistance(const Setup& setup, std::span<const std::vector<TokenId>> rows, const RunControl& control = {});

} // namespace core
