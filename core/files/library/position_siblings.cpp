#include "core/files/library/position_siblings.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/training_history.h"
#include "core/model/choices.h"
#include "core/model/model_config.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* base = "main";

/// Whether a group of choices ("rope" of "rope.base") is of position encodings.
bool isOfPositions(std::string_view group)
{
    constexpr std::string_view family = "position.kind";
    return std::ranges::any_of(choiceKeys(), [&](const ChoiceKey& key) {
        return (key.id == family || key.ofKey == family) && std::string_view(key.id).substr(0, key.id.find('.')) == group;
    });
}

Json besidesPositions(const Json& choices)
{
    Json rest = Json::object();
    for (const auto& [group, value] : choices.items())
        if (!isOfPositions(group))
            rest[group] = value;
    return rest;
}

Json withoutSeed(Json training)
{
    for (const char* key : {"seed", "snapshots", "only_history", "products"})
        training.erase(key);
    return training;
}

struct Folder
{
    PositionSibling sibling;
    Json rest, training;
};

Folder readFolder(const fs::path& folder)
{
    const TrainingHistory history = readTrainingHistory(historyFile(folder.string()));
    const Json choices = describe(resolve(history.choices, {})).toJson();
    Folder found;
    found.sibling.name = folder.filename().string();
    if (choices.contains("position") && choices["position"].is_object() && choices["position"]["kind"].is_string())
        found.sibling.kind = choices["position"]["kind"].get<std::string>();
    if (history.training.contains("seed") && history.training["seed"].is_number_integer())
        found.sibling.seed = history.training["seed"].get<int>();
    found.rest = besidesPositions(choices);
    if (!history.choices.has("score.scale")) // then it follows: 1/√(3 d_h) where three terms are added (DeBERTa)
        found.rest["score"].erase("scale");
    found.training = withoutSeed(history.training);
    return found;
}

} // namespace

std::vector<PositionSibling> positionSiblings()
{
    const fs::path models = bundledModelsFolder();
    std::vector<PositionSibling> siblings;
    std::error_code failure;
    if (!hasHistory((models / base).string()))
        return siblings;
    const Folder own = readFolder(models / base);
    for (const fs::directory_entry& entry : fs::directory_iterator(models, failure)) {
        if (!hasHistory(entry.path().string()) || !fs::exists(entry.path() / "model.safetensors", failure))
            continue;
        try {
            const Folder other = readFolder(entry.path());
            if (!other.sibling.kind.empty() && other.rest == own.rest && other.training == own.training)
                siblings.push_back(other.sibling);
        } catch (const Error&) {
            // A folder that does not open is not a sibling. Opening it by name reports the error.
        }
    }
    std::ranges::sort(siblings, {}, &PositionSibling::name);
    return siblings;
}

bool isBundledModel(const std::string& folder)
{
    const std::string models = bundledModelsFolder();
    return !models.empty() && fs::path(folder).lexically_normal().parent_path() == fs::path(models).lexically_normal();
}

} // namespace core
