#pragma once

// A training: from a model, a text and a recipe to a native folder with its history and snapshots (docs/contract.md §4, §7), which
// opens like those that come with the program. The seed decides every number: the same on any number of threads, and however
// often the training was stopped.

#include "core/base/run_control.h"
#include "core/io/json.h"
#include "core/run/model.h"
#include "core/train/optimizer.h"
#include "core/train/recipe.h"
#include "core/train/trained_weights.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace core {

struct TrainingRequest
{
    SetupPtr setup;     // where it begins
    TrainingRecipe recipe;
    std::string text;   // a file, a set that comes with the program, or "corpus"
    std::string folder; // to be written
    bool resumes = false; // goes on from the checkpoint of the folder
    Index stepsBefore = 0; // of the trainings that the weights are from: the names of its snapshots count on from there
    std::shared_ptr<const OptimizerMemory> memory = {}; // of the training that the weights are from; null: none
};

/// A point of the history, as it is reached.
struct TrainingReport
{
    Index step = 0, steps = 0;
    double loss = 0;    // of the batch of this step, before its update
    double heldOut = 0; // of the part of the text that is held out
    double tokensPerSecond = 0; // since the training began or went on
    std::optional<double> entropy = {}; // nats a token that no model of the bundled corpus can stay below
    double secondsLeft = 0;
};

/// A training between two steps. Holds until the call that it is given to returns.
struct TrainingMoment
{
    Index step = 0, steps = 0;      // updates that were made, and will have been
    const TrainedWeights& weights;
    std::function<Json()> history;  // the document history.json up to now; null before the first point
    std::function<OptimizerMemory()> memory; // what the optimizer remembers of these weights; empty after the last whole step of a
                                             // training whose loss is no number any more
    std::function<void()> save;     // writes the folder as of now, with a checkpoint; throws Error{Output}
};

/// Who watches.
struct TrainingWatch
{
    RunControl control = {};
    std::function<void(const TrainingReport&)> onReport = {};
    std::function<void(const TrainingMoment&)> onStep = {}; // before the first step and after each, on the training's thread,
                                                            // which goes on when it returns
    std::function<void(const TrainingMoment&)> onDiverged = {}; // the loss is no number any more: the weights are those of before
    std::function<std::stop_token()> interruption = {}; // asked for when a step begins: where a stop is requested of it, the step
                                                        // ends soon without an update, onStep is called, and it is made anew
    std::function<bool()> isKept = {}; // asked when the training is stopped: false leaves the folder as it is; empty is true
    double checkpointSeconds = 120; // between checkpoints; what is computed does not depend on it
    bool keepsCheckpoint = false; // that of the last step stays, so that a further training remembers it
    Index checkpointSteps = 0; // the same in steps, whatever the time; 0: only by the time
};

/// Trains and writes `folder`: model.safetensors (float32), config.json, tokenizer.json, history.json, snapshots/STEP.safetensors (the
/// weights before the update of that step). `steps` updates; the last point of the history is step `steps`, without one. While it
/// runs, and after a stop, checkpoint.safetensors is there, too.
///
/// Throws Stopped, and in the middle of a training Error{BadInput}, after a checkpoint of the last step that was whole (a stop is
/// polled between the tiles of the products of a pass); Error{BadInput} for a folder that holds a model already, one
/// that another process trains in, a model that cannot be trained on texts (no logits, an encoder without a token that hides others), texts that are none,
/// rows longer than a table of the model, a checkpoint of something else, too little memory; for a loss that is no number any more,
/// with the step: model.safetensors are then the last weights whose loss was one. Error{Output} when something cannot be written;
/// the checkpoint before stays. False: this training had ended before.
bool train(const TrainingRequest& request, const TrainingWatch& watch = {});

} // namespace core
