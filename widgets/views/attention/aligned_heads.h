#pragma once

// Aligned heads: which heads of cross-attention look at the word that they translate, of models that bring sentences to tell.

#include "core/experiments/head_alignment.h"
#include "widgets/figure/figure.h"

#include <vector>

namespace widgets {

struct AlignedHeads
{
    core::WordPairs pairs;
    std::vector<core::AlignedHead> heads;
};

/// Of the models of the drawn runs that have word pairs: parts, the picture does not wait for them.
Needs alignedHeadsNeeds(const FigureData& data);

/// Of the shown run; nullptr while they are computed, and of a model without word pairs.
const AlignedHeads* alignedHeadsOf(const FigureData& data);

} // namespace widgets
