#include "app/command_line/bench_train.h"

#include "app/base/platform.h"
#include "app/command_line/bench_limits.h"

#include "core/base/thread_pool.h"
#include "core/run/forward.h"
#include "core/train/batch_gradient.h"

#include <algorithm>
#include <chrono>

namespace app {

namespace {

constexpr int warmSteps = 2, rounds = 4, mostSteps = 5; // of a round
constexpr double roundMs = 2000; // where a step is long, a round has fewer, but one

/// Rows of the recipe's shape.
std::vector<core::TrainingRow> someRows(const core::ModelConfig& config, const core::TrainingRecipe& recipe)
{
    std::vector<core::TrainingRow> rows;
    for (core::Index r = 0; r < recipe.rows; ++r) {
        core::TrainingRow row;
        const auto id = [&](core::Index t) { return core::TokenId((r * 7919 + t * (t + 17)) % config.vocabulary); };
        for (core::Index t = 0; t < recipe.length; ++t) {
            row.ids.push_back(id(t));
            row.targets.push_back(id(t + 1));
        }
        core::hideSeenTargets(config, row);
        rows.push_back(row);
    }
    return rows;
}

} // namespace

core::Json benchTrain(const BenchRequest& request, const core::TrainingRecipe& recipe)
{
    core::RunControl control;
    control.stop = request.stop;
    LimitProduct limit;
    const std::size_t idle = residentBytes();
    resetPeak();
    core::TrainedWeights weights(*request.setup, recipe.noDecay);
    core::Optimizer optimizer(recipe, weights.parameters());
    const core::ModelConfig& config = weights.setup().config;
    const std::vector<core::TrainingRow> rows = someRows(config, recipe);
    core::Index made = 0;
    core::BatchMemory memory;
    const auto step = [&] {
        core::BatchGradient batch = core::gradientOfBatch(weights, rows,
            {.rowsPerPass = core::rowsPerPass(recipe, weights.count()),
                .zLoss = recipe.zLoss,
                .balance = recipe.balance,
                .memory = &memory},
            control);
        const float factor = core::clipFactor(core::gradientNorm(batch.gradients), recipe.clip);
        optimizer.update(weights.parameters(), batch.gradients, recipe.rate, made++, factor);
        weights.changed();
        memory.sums.front() = std::move(batch.gradients);
    };
    Times warm;
    for (int i = 0; i < warmSteps; ++i)
        warm.add(step);
    const int stepsARound = std::clamp(int(roundMs / warm.fastest()), 1, mostSteps);
    const std::size_t peak = std::max(peakResidentBytes(), idle) - idle;
    Times times;
    for (int round = 0; round < rounds; ++round) {
        limit.measure();
        for (int i = 0; i < stepsARound; ++i)
            times.add(step);
    }
    const core::Plan plan = core::plan(config, recipe.length);
    const double tokens = double(recipe.rows * recipe.length);
    const double gflops = 3.0 * double(recipe.rows) * (plan.productFlops + plan.attentionFlops) / times.fastest() * 1e-6;
    return {{"model", request.setup->model->name}, {"threads", core::ThreadPool::shared().threads()},
        {"sgemm_gflops", limit.gflops()}, {"sgemm", limit.times().spread()},
        {"train",
            {{"rows", recipe.rows}, {"tokens", recipe.length}, {"parameters", weights.count()}, {"ms_per_step", times.fastest()},
                {"tokens_per_second", tokens / times.fastest() * 1e3}, {"gflops", gflops},
                {"share_of_sgemm", gflops / limit.gflops()}, {"peak_rss_bytes", peak},
                {"weights_bytes", std::size_t(weights.count()) * sizeof(float)}, {"step", times.spread()}}}};
}

} // namespace app
