#pragma once

// Models that no file has: as they are at a moment of a training in the window, by a name that a request may say. For any thread.

#include "core/files/library/training_history.h"
#include "core/run/model.h"
#include "core/train/optimizer.h"

#include <memory>
#include <string>

namespace app {

/// A model in the middle of its training, and how it came there.
struct LiveModel
{
    core::ModelPtr model; // never null; its name is "pre@120"
    std::shared_ptr<const core::TrainingHistory> history; // null before its first point
    std::shared_ptr<const core::OptimizerMemory> memory = {}; // of its optimizer; null while the training goes on
    std::string folder = {}; // in which its training leaves snapshots, as long as there is that course
};

/// Makes it known, and returns the name to request it by: "training:3/pre@120", where another has that one "training:3/pre@120#2".
/// Only the newest few stay known.
std::string addLiveModel(int training, const std::shared_ptr<const LiveModel>& live);

/// What the names of a training begin with: "training:3/".
std::string livePrefix(int training);

/// Null: none of this name, or it is too old.
std::shared_ptr<const LiveModel> liveModel(const std::string& name);

/// The model is kept as the one of this name: every moment of its training has it. For the words of a session, which outlives them.
void setKept(int training, const std::string& lane, const std::string& name);

/// The name of the model that one in the middle of its training was kept as; empty: it was not.
std::string keptAs(const std::string& liveName);

/// Whether the name is that of such a model, however old.
bool isLiveName(const std::string& name);

} // namespace app
