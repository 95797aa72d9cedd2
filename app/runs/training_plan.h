#pragma once

// TrainingPlan: what is trained in the window, as a value: one model, or two that race on the same data in the same order.

#include "app/runs/live_models.h"
#include "app/runs/run_request.h"

#include "core/base/run_control.h"
#include "core/io/json.h"
#include "core/train/optimizer.h"
#include "core/train/recipe.h"

#include <memory>
#include <string>
#include <vector>

namespace app {

/// One model of a training.
struct TrainingLane
{
    RunRequest slot;         // the model that it began with, and the choices; of the text nothing
    std::shared_ptr<const LiveModel> from = {}; // whose weights it goes on with; null: those of the model
    std::string name;        // while it is trained: "pre"
    bool isFresh = true;     // begins with seeded weights: of the model only its choices and its tokenizer
    std::string charactersOf = {}; // of a fresh one: the text whose characters are its tokens; empty: the model's tokenizer
    core::Json before = {};  // the history that it goes on from; null: none
    std::string change = {}; // what was changed where that ends: "norm.placement=post"; empty: nothing
    core::Json recipe = {};  // what it alone has, in the words of a recipe; null: nothing. Steps and rows are those of the plan
};

struct TrainingPlan
{
    std::vector<TrainingLane> lanes; // one or two
    core::TrainingRecipe recipe; // of each, but for what a lane alone has
    std::string text;        // a file, a set that comes with the program, or "corpus"
    std::string race = {};   // id of a race (widgets/views/training/races.h); empty: none
};

/// The setup that a lane begins with. Throws core::Error, core::Stopped. For the thread of a training.
core::SetupPtr setupOf(const TrainingLane& lane, const core::RunControl& control);

/// The recipe of a lane: that of the plan, with its own on top. Throws what core::readRecipe() throws.
core::TrainingRecipe recipeOf(const TrainingPlan& plan, const TrainingLane& lane);

/// What the optimizer remembers of the weights that a lane goes on with; null: nothing, or they begin anew or learn another text.
std::shared_ptr<const core::OptimizerMemory> memoryOf(const TrainingLane& lane);

/// The folder of the kept model that a lane goes on from; empty: it begins with another. REQUIRES: not from a live model.
std::string keptFolder(const TrainingLane& lane);

/// The history that the model of a slot was kept with, where it learned from this text before: its curve goes on. Null: there is none.
core::Json historyBefore(const RunRequest& slot, const std::string& text);

/// Steps whose weights are kept: few at first, where most happens.
std::vector<core::Index> usualSnapshots(core::Index steps);

} // namespace app
