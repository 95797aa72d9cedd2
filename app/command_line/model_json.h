#pragma once

// Models as JSON, for `info` and `list models` (docs/contract.md, part 5).

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/io/json.h"

namespace app {

/// The choices that run: widths that follow from others (0 where they are set) are numbers. What is saved leaves them 0, so that
/// they go on following.
core::Choices runningChoices(const core::Setup& setup);

/// {"total", "active", "embedding"}.
core::Json parametersJson(const core::Setup& setup);

/// {"how", "model", "changed": [{"key", "trained_with", "run_as"}], "identity", "seeded"}.
core::Json weightsJson(const core::WeightsOrigin& origin);

/// A row of `list models`: id, title, path, and with a history what the model is for.
core::Json listingJson(const core::ModelListing& listing);

/// Adds choices, parameters, losses, scores and snapshots, or the "problem" of a model that cannot be opened.
void addDetails(core::Json& row, const core::ModelListing& listing);

} // namespace app
