#pragma once

// The speed of a training for `bench --train`: whole steps, from the rows to the new weights, beside the plain product.

#include "app/command_line/bench_engine.h"

#include "core/train/recipe.h"

namespace app {

/// {"train": {"rows", "tokens" (of a row), "parameters", "ms_per_step", "tokens_per_second", "gflops" (three times those of the
/// passes), "share_of_sgemm", "peak_rss_bytes" (beyond what the process held), "weights_bytes" (the parameters in float32), "step"}},
/// "sgemm_gflops": steps of the recipe on ids that follow from their places, from the weights of the setup. Throws core::Error,
/// core::Stopped.
core::Json benchTrain(const BenchRequest& request, const core::TrainingRecipe& recipe);

} // namespace app
