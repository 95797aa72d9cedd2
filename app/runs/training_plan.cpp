#include "app/runs/training_plan.h"

#include "core/files/library/model_files.h"
#include "core/run/untrained.h"

#include <algorithm>

namespace app {

core::SetupPtr setupOf(const TrainingLane& lane)
{
    core::ModelPtr model = lane.from ? lane.from->model : core::openModel(lane.slot.model);
    core::Choices said = lane.slot.said;
    if (lane.isFresh) {
        model = core::untrained(*model);
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

std::vector<core::Index> usualSnapshots(core::Index steps)
{
    std::vector<core::Index> snapshots{0, steps / 16, steps / 8, steps / 4, steps / 2};
    snapshots.erase(std::unique(snapshots.begin(), snapshots.end()), snapshots.end());
    return snapshots;
}

} // namespace app
