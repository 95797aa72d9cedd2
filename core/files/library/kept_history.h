#pragma once

// Histories of trainings that are read once for the whole program: the files of a training that has ended do not change.

#include "core/files/library/training_history.h"

#include <memory>
#include <string>

namespace core {

/// That of this file, from memory after the first time; on any thread. Throws what readTrainingHistory() throws.
std::shared_ptr<const TrainingHistory> keptTrainingHistory(const std::string& path);

} // namespace core
