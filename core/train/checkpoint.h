#pragma once

// A checkpoint: everything that a training needs to go on as if it had never been stopped, in one safetensors file.

#include "core/train/optimizer.h"
#include "core/train/training_record.h"
#include "core/train/training_text.h"

#include <memory>
#include <string>

namespace core {

/// Where a training is: weights and what the optimizer remembers before the update of `step`.
struct TrainingState
{
    TrainedWeights& weights;
    Optimizer& optimizer;
    Index step = 0;
    TrainingRecord record = {};
};

/// What must be the same for a checkpoint to be gone on from.
struct TrainingIdentity
{
    TrainingRecipe recipe;
    TextMark text;
};

/// `folder`/checkpoint.safetensors: the tensors weights.NAME, first.NAME and, under AdamW, second.NAME in float32; the rest in the
/// metadata `cutaway.training`. Written under another name and renamed: a full disk leaves the one before. Throws Error{Output}.
void writeCheckpoint(const std::string& folder, const TrainingState& state, const TrainingIdentity& identity);

/// Whether the folder has one.
bool hasCheckpoint(const std::string& folder);

/// Brings state back to where it was. Throws Error{BadInput} for a file that is damaged or of another model, recipe or text, with
/// what differs.
void readCheckpoint(const std::string& folder, TrainingState& state, const TrainingIdentity& identity);

/// What the optimizer of a folder remembers of exactly the weights in its model.safetensors; null where it has no checkpoint of
/// them. Never throws core::Error: a training goes on without it.
std::shared_ptr<const OptimizerMemory> rememberedIn(const std::string& folder);

void removeCheckpoint(const std::string& folder);

} // namespace core
