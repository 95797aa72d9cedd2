#pragma once

// The files of a training in the window: the folder in which it writes, what is kept of it, and the snapshots that it takes over.

#include "app/runs/training_plan.h"

#include <string>

namespace app {

/// A name in the folder for temporary files that no other training has. Nothing is made.
std::string newScratchFolder();

/// Makes a folder where there is none. Throws core::Error{Output}.
void makeFolder(const std::string& folder);

/// The files of a model's folder, but its lock, over those of another, each whole or not at all. Throws core::Error{Output}, also
/// where there is no model.
void copyFiles(const std::string& from, const std::string& to);

/// The snapshots of the training that a lane goes on from, as far as they are still there, into its own folder.
void bringSnapshots(const TrainingLane& lane, const std::string& folder);

} // namespace app
