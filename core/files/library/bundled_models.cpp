#include "core/files/library/bundled_models.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/io/shown_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace core {

namespace fs = std::filesystem;

std::string bundledModelsFolder() { return sharedFolder("models"); }

std::vector<long> snapshotSteps(const std::string& folder)
{
    std::vector<long> steps;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(folder) / "snapshots", failure)) {
        const std::string stem = entry.path().stem().string();
        long step = -1;
        const auto [end, problem] = std::from_chars(stem.data(), stem.data() + stem.size(), step);
        const bool isStep
            = problem == std::errc() && end == stem.data() + stem.size() && stem == std::to_string(step) && step >= 0;
        if (isStep && entry.path().extension() == ".safetensors")
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
        if (name.step == std::to_string(step))
            return (fs::path(folder) / "snapshots" / (name.step + ".safetensors")).generic_string();
    throw Error({.file = shownText(name.model),
        .problem = steps.empty() ? CUTAWAY_TR("the model has no snapshots of its training")
                                 : CUTAWAY_TR("the model has no snapshot of this step"),
        .expected = steps.empty() ? "" : fmt::format("{}", fmt::join(steps, ", ")),
        .found = shownText(name.step)});
}

} // namespace core
