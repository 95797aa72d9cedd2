#include "core/files/library/training_runs.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/files/library/training_history.h"
#include "core/io/json_value.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace core {

namespace fs = std::filesystem;

namespace {

fs::path sweepsFolder() { return fs::path(bundledModelsFolder()) / "sweeps"; }

std::optional<TrainingRun> ofFolder(const std::string& name, const std::string& folder)
{
    return hasHistory(folder) ? std::optional(TrainingRun{name, historyFile(folder), false}) : std::nullopt;
}

} // namespace

std::vector<TrainingRun> trainingRuns()
{
    std::vector<TrainingRun> runs;
    for (const ModelListing& model : listModels())
        if (std::optional<TrainingRun> run = ofFolder(model.id, model.path))
            runs.push_back(std::move(*run));
    std::vector<TrainingRun> sweeps;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(sweepsFolder(), failure))
        if (entry.path().extension() == ".json")
            sweeps.push_back({entry.path().stem().string(), entry.path().generic_string(), true});
    std::sort(sweeps.begin(), sweeps.end(), [](const TrainingRun& a, const TrainingRun& b) { return a.name < b.name; });
    runs.insert(runs.end(), sweeps.begin(), sweeps.end());
    return runs;
}

std::optional<TrainingRun> trainingRun(const std::string& name)
{
    if (std::optional<TrainingRun> run = ofFolder(name, listedFolder(name).value_or("")))
        return run;
    std::error_code failure;
    const fs::path sweep = sweepsFolder() / (name + ".json");
    if (fs::path(name).has_parent_path() || !fs::is_regular_file(sweep, failure))
        return std::nullopt;
    return TrainingRun{name, sweep.generic_string(), true};
}

std::optional<double> corpusEntropy()
{
    const std::string path = (fs::path(bundledModelsFolder()) / "corpus.json").generic_string();
    std::error_code failure;
    if (!fs::is_regular_file(path, failure))
        return std::nullopt;
    const Json document = readJson(path);
    return JsonValue(document, path)["entropy"].number();
}

std::string withoutStep(const std::string& name)
{
    const std::optional<SnapshotName> snapshot = snapshotName(name);
    return snapshot ? snapshot->model : name;
}

} // namespace core
