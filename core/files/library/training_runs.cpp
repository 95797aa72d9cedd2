#include "core/files/library/training_runs.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/io/json_value.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace fs = std::filesystem;

std::vector<TrainingRun> trainingRuns()
{
    std::vector<TrainingRun> runs;
    std::error_code failure;
    for (const ModelListing& model : listModels()) {
        const fs::path history = fs::path(model.path) / "history.json";
        if (!model.path.empty() && fs::is_regular_file(history, failure))
            runs.push_back({model.id, history.string(), false});
    }
    std::vector<TrainingRun> sweeps;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(bundledModelsFolder()) / "sweeps", failure))
        if (entry.path().extension() == ".json")
            sweeps.push_back({entry.path().stem().string(), entry.path().string(), true});
    std::sort(sweeps.begin(), sweeps.end(), [](const TrainingRun& a, const TrainingRun& b) { return a.name < b.name; });
    runs.insert(runs.end(), sweeps.begin(), sweeps.end());
    return runs;
}

std::optional<double> corpusEntropy()
{
    const std::string path = (fs::path(bundledModelsFolder()) / "corpus.json").string();
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
