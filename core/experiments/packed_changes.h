#pragma once

// Where the interventions of a run act, and how they are said of one copy of its text among several that are packed into one
// pass.

#include "core/run/forward.h"
#include "core/trace/intervention.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// What one run changes.
using Changes = std::vector<Intervention>;

/// The interventions of a run, one for each tensor that a pattern names.
struct PlacedChanges
{
    Index layer = 0; // blocks whose numbers are those of the untouched run
    bool canStart = false; // a pass may begin there: nothing before the blocks, and nothing of an encoder, is changed
    bool canPack = false; // every tensor that is changed has its tokens, so that a copy of the text can be changed by itself
    bool changesLogits = false; // or what of the head has a row for each of them: then all of them are computed
    Index token = 0; // tokens before the first that is changed; all of the text where nothing is
    std::vector<Intervention> each = {}; // names without '*'
    std::vector<const PlannedTensor*> tensors = {}; // of each
};

/// REQUIRES: `planned` are the tensors of a pass over the text and outlive the result. What does not fit a tensor is refused by
/// the pass, not here. A source in memory is read. Throws Error{BadInput} for a source without the tensor.
PlacedChanges placedChanges(const Changes& changes, std::span<const PlannedTensor> planned, Index layers);

/// The same of the copy whose first token is `offset` of the pass. REQUIRES: canPack.
std::vector<Intervention> movedBy(const PlacedChanges& changes, Index offset);

} // namespace core
