#pragma once

// What the pictures of a training in the window cost it, for `bench --train --ui`.

#include "core/io/json.h"
#include "core/train/recipe.h"

#include <stop_token>

namespace app {

/// {"train_window": [{"view", "pictures_per_second" (painted with new weights), "seconds", "alone_seconds" (of the same steps
/// without a window), "cost" (share of its speed that the training loses), …}]}: a row a page, the bundled default model from new
/// weights on the bundled corpus, with the rows of the recipe. Turn by turn the training is watched for a second and its steps are
/// made alone; the round whose cost is in the middle counts. REQUIRES: a QApplication. Throws core::Error when no picture comes,
/// core::Stopped.
core::Json benchTrainWindow(const core::TrainingRecipe& recipe, const std::stop_token& stop);

} // namespace app
