#include "core/files/library/bundled_models.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/io/shown_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace core {

namespace fs = std::filesystem;

std::string bundledModelsFolder() { return sharedFolder("models"); }

namespace {

constexpr std::string_view checkpoint = "checkpoint-";

/// −1: the word is no step.
long stepOf(std::string_view word)
{
    long step = -1;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), step);
    const bool isStep = problem == std::errc() && end == word.data() + word.size() && word == std::to_string(step);
    return isStep ? step : -1;
}

} // namespace

std::vector<long> snapshotSteps(const std::string& folder)
{
    std::vector<long> steps;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(folder) / "snapshots", failure))
        if (const long step = stepOf(entry.path().stem().string()); step >= 0 && entry.path().extension() == ".safetensors")
            steps.push_back(step);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        const long step = name.starts_with(checkpoint) ? stepOf(std::string_view(name).substr(checkpoint.size())) : -1;
        if (step >= 0 && fs::exists(entry.path() / "config.json", failure) && std::ranges::find(steps, step) == steps.end())
            steps.push_back(step);
    }
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
            return (fs::exists(file, failure) ? file : fs::path(folder) / (std::string(checkpoint) + name.step)).generic_string();
        }
    throw Error({.file = shownText(name.model),
        .problem = steps.empty() ? CUTAWAY_TR("the model has no snapshots of its training")
                                 : CUTAWAY_TR("the model has no snapshot of this step"),
        .expected = steps.empty() ? "" : fmt::format("{}", fmt::join(steps, ", ")),
        .found = shownText(name.step)});
}

} // namespace core
