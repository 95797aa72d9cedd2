#include "core/files/library/bundled_models.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/io/shown_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

namespace core {

namespace fs = std::filesystem;

std::string bundledModelsFolder() { return sharedFolder("models"); }

namespace {

/// What programs that train call the folders of their checkpoints, before the number of the step.
constexpr std::string_view words[] = {"checkpoint", "ckpt", "global_step", "step", "iter", "epoch", ""};

/// −1: the word is no step.
long stepOf(std::string_view word)
{
    long step = -1;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), step);
    const bool isStep = problem == std::errc() && end == word.data() + word.size() && word == std::to_string(step);
    return isStep ? step : -1;
}

/// "checkpoint-500", "step_500", "global_step500", "500"; −1: the name is none of these.
long stepOfFolder(const std::string& name)
{
    for (const std::string_view word : words) {
        if (!name.starts_with(word))
            continue;
        std::string_view step = std::string_view(name).substr(word.size());
        if (!word.empty() && (step.starts_with('-') || step.starts_with('_')))
            step.remove_prefix(1);
        return stepOf(step);
    }
    return -1;
}

/// The folders of models that are steps of a training, by step; of two with the same step the first by name.
std::map<long, fs::path> checkpointsIn(const std::string& folder)
{
    std::map<long, fs::path> checkpoints;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        const long step = stepOfFolder(entry.path().filename().string());
        if (step < 0 || !fs::exists(entry.path() / "config.json", failure))
            continue;
        const auto [at, isNew] = checkpoints.emplace(step, entry.path());
        at->second = std::min(at->second, entry.path());
    }
    return checkpoints;
}

} // namespace

std::vector<long> snapshotSteps(const std::string& folder)
{
    std::vector<long> steps;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(folder) / "snapshots", failure))
        if (const long step = stepOf(entry.path().stem().string()); step >= 0 && entry.path().extension() == ".safetensors")
            steps.push_back(step);
    for (const auto& [step, checkpoint] : checkpointsIn(folder))
        if (std::ranges::find(steps, step) == steps.end())
            steps.push_back(step);
    std::sort(steps.begin(), steps.end());
    return steps;
}

std::optional<SnapshotName> snapshotName(const std::string& name)
{
    const std::size_t at = name.rfind('@');
    return at == std::string::npos ? std::nullopt : std::optional(SnapshotName{name.substr(0, at), name.substr(at + 1)});
}

std::string snapshotFile(const std::string& folder, const SnapshotName& name)
{
    const std::vector<long> steps = snapshotSteps(folder);
    for (const long step : steps)
        if (name.step == std::to_string(step)) {
            const fs::path file = fs::path(folder) / "snapshots" / (name.step + ".safetensors");
            std::error_code failure;
            return (fs::exists(file, failure) ? file : checkpointsIn(folder).at(step)).generic_string();
        }
    throw Error({.file = shownText(name.model),
        .problem = steps.empty() ? CUTAWAY_TR("the model has no snapshots of its training")
                                 : CUTAWAY_TR("the model has no snapshot of this step"),
        .expected = steps.empty() ? "" : fmt::format("{}", fmt::join(steps, ", ")),
        .found = shownText(name.step)});
}

std::string stepOfTraining(const std::string& folder)
{
    fs::path path = fs::path(folder).lexically_normal();
    if (!path.has_filename()) // "run/checkpoint-500/"
        path = path.parent_path();
    const long step = stepOfFolder(path.filename().string());
    const std::map<long, fs::path> all = step < 0 ? std::map<long, fs::path>() : checkpointsIn(path.parent_path().string());
    const auto found = all.find(step);
    return all.size() > 1 && found != all.end() && found->second.filename() == path.filename()
        ? path.parent_path().generic_string() + '@' + std::to_string(step)
        : std::string();
}

} // namespace core
