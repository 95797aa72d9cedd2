#include "app/runs/training_plan.h"

#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/files/library/training_runs.h"
#include "core/run/untrained.h"
#include "core/train/character_tokenizer.h"
#include "core/train/checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace app {

core::SetupPtr setupOf(const TrainingLane& lane, const core::RunControl& control)
{
    core::ModelPtr model = lane.from ? lane.from->model : core::openModel(lane.slot.model);
    core::Choices said = lane.slot.said;
    if (lane.isFresh) {
        model = lane.charactersOf.empty()
            ? core::untrained(*model)
            : core::untrained(*model, core::makeCharacterTokenizer(lane.charactersOf, control));
        said.set("weights", "keep");
    }
    return core::configure(model, said);
}

core::TrainingRecipe recipeOf(const TrainingPlan& plan, const TrainingLane& lane)
{
    core::TrainingRecipe recipe = lane.recipe.is_null() ? plan.recipe : core::readRecipe(lane.recipe, lane.name, plan.recipe);
    recipe.steps = plan.recipe.steps; // those that race are at the same step, over the same rows
    recipe.rows = plan.recipe.rows;
    recipe.length = plan.recipe.length;
    recipe.seed = plan.recipe.seed;
    return recipe;
}

std::shared_ptr<const core::OptimizerMemory> memoryOf(const TrainingLane& lane)
{
    if (lane.isFresh)
        return nullptr;
    if (lane.from)
        return lane.from->memory;
    const std::string folder = core::withoutStep(lane.slot.model) == lane.slot.model ? keptFolder(lane) : std::string();
    return folder.empty() ? nullptr : core::rememberedIn(folder); // a snapshot has none
}

std::string keptFolder(const TrainingLane& lane)
{
    const std::optional<core::TrainingRun> run = lane.before.is_null() ? std::nullopt : core::trainingRun(lane.slot.model);
    return run ? std::filesystem::path(run->path).parent_path().string() : std::string();
}

core::Json historyBefore(const RunRequest& slot, const std::string& text)
{
    const std::optional<core::TrainingRun> run = core::trainingRun(slot.model);
    if (!run || run->isSweep)
        return {};
    try {
        core::Json history = core::readJson(run->path);
        core::trainingHistoryIn(history, run->path); // it is one
        const core::Json data = history["training"].value("data", core::Json());
        return data == std::filesystem::path(text).filename().string() ? history : core::Json();
    } catch (const core::Error&) { // without what went before
        return {};
    }
}

std::vector<core::Index> usualSnapshots(core::Index steps)
{
    std::vector<core::Index> snapshots{0, steps / 16, steps / 8, steps / 4, steps / 2};
    snapshots.erase(std::unique(snapshots.begin(), snapshots.end()), snapshots.end());
    return snapshots;
}

} // namespace app
