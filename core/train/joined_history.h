#pragma once

// One history of two trainings, the second of which went on with the weights of the first, perhaps under another choice.

#include "core/io/json.h"

#include <cstdint>
#include <string>

namespace core {

/// The document of the second with the points of the first before its own, whose steps count on from there. A column that only
/// one of them has is null in the other. `unseen_ids` are those that neither saw. `training.changes` lists where one went on: {"step",
/// "change"}. `before` may be null: then `after` as it is. REQUIRES: both are documents of historyJson() or of this function.
Json joinedHistory(const Json& before, const Json& after, const std::string& change);

/// The updates that were made, "training.made"; where a document does not say, the step of its last point; 0 for null.
std::int64_t lastStepOf(const Json& history);

} // namespace core
