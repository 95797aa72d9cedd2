#pragma once

// Models that come with the program: folders next to it, each with its history and perhaps snapshots of its training; and the steps
// that any folder keeps.

#include <optional>
#include <string>
#include <vector>

namespace core {

/// <folder of the program>/../share/cutaway/models; empty when the system does not say where the program is.
std::string bundledModelsFolder();

/// Steps of `folder`/snapshots/STEP.safetensors, or of folders in it that are models of their own, as programs that train leave
/// them: checkpoint-STEP of the Trainer of transformers, stepSTEP, epoch_STEP …, ascending; empty when there are none.
std::vector<long> snapshotSteps(const std::string& folder);

/// "run@500" of the folder "run/checkpoint-500" where others of the training are beside it; empty where none are, or it is none.
std::string stepOfTraining(const std::string& folder);

/// "main@1300": a model and a step of its training.
struct SnapshotName
{
    std::string model;
    std::string step; // as written
};

/// Nothing when there is no @ in the name.
std::optional<SnapshotName> snapshotName(const std::string& name);

/// The weights of that step, or the folder of its checkpoint. Throws Error{BadInput} naming the steps that there are.
std::string snapshotFile(const std::string& folder, const SnapshotName& name);

} // namespace core
