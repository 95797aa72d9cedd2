#include "core/files/library/model_files.h"

#include "core/base/error.h"
#include "core/base/program_folder.h"
#include "core/files/formats/gguf_shards.h"
#include "core/files/library/built_in_models.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_folder.h"
#include "core/files/library/other_contents.h"
#include "core/files/library/replica.h"
#include "core/files/library/sibling_models.h"
#include "core/io/file_reader.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* preferredModel = "main";
constexpr const char* untrainedModel = "untrained";

fs::path userModelsFolder() { return fs::path(userDataFolder()) / "models"; }

/// The only GGUF file of a folder, or the first of a model in several; empty when there is none. Throws Error when there are
/// several models.
std::string onlyGguf(const fs::path& folder)
{
    std::set<std::string> files;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (const std::string path = entry.path().generic_string(); entry.path().extension() == ".gguf")
            files.insert(firstGgufShard(path).value_or(path));
    if (files.size() > 1)
        throw Error({.file = folder.generic_string(),
            .problem = CUTAWAY_TR("holds several GGUF files: name one of them"),
            .expected = "1",
            .found = std::to_string(files.size())});
    return files.empty() ? "" : *files.begin();
}

bool isModelFolder(const fs::path& folder)
{
    std::error_code failure;
    if (fs::exists(folder / "config.json", failure))
        return true;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (entry.path().extension() == ".gguf")
            return true;
    return !snapshotSteps(folder.string()).empty();
}

ModelPtr named(const ModelPtr& opened, const std::string& name)
{
    const auto model = std::make_shared<Model>(*opened);
    model->name = name;
    return model;
}

/// One that has nothing but checkpoints of a training is its last one.
ModelPtr openDirectory(const fs::path& folder)
{
    std::error_code failure;
    if (fs::exists(folder / "config.json", failure))
        return openFolder(folder.generic_string());
    const std::string gguf = onlyGguf(folder);
    if (const std::vector<long> steps = snapshotSteps(folder.string()); gguf.empty() && !steps.empty())
        if (const std::string last = snapshotFile(folder.string(), {folder.string(), std::to_string(steps.back())});
            fs::is_directory(last, failure))
            return named(openFolder(last), folder.filename().string());
    if (gguf.empty())
        refuseAdapterFolder(folder.generic_string());
    if (gguf.empty())
        throw Error({.file = folder.generic_string(),
            .problem = CUTAWAY_TR("no model in this folder"),
            .expected = "config.json or a .gguf file"});
    return openGguf(gguf);
}

ModelPtr openFile(const fs::path& path)
{
    const FileReader file(path.generic_string());
    char magic[4] = {};
    file.readAt(0, magic, std::min<std::uint64_t>(sizeof magic, file.size()));
    if (path.extension() == ".gguf" || std::string_view(magic, sizeof magic) == "GGUF")
        return openGguf(path.generic_string());
    if (path.extension() == ".safetensors" || path.generic_string().ends_with(".safetensors.index.json")) {
        std::error_code failure;
        if (!fs::exists(path.parent_path() / "config.json", failure))
            throw Error({.file = path.generic_string(),
                .problem = CUTAWAY_TR("a recorded run, or weights without a config.json next to them: not a model"),
                .expected = "config.json in the same folder"});
        return openFolder(path.has_parent_path() ? path.parent_path().generic_string() : ".", path.generic_string());
    }
    if (path.filename() == "config.json")
        return openFolder(path.has_parent_path() ? path.parent_path().generic_string() : ".");
    const std::string_view start(magic, sizeof magic);
    if (start.starts_with("PK") || start.starts_with("\x80"))
        throw Error({.file = path.generic_string(),
            .problem = CUTAWAY_TR("pickle formats can run code and are not supported: convert to safetensors"),
            .expected = "model.safetensors, as save_pretrained() of transformers writes it"});
    if (path.extension() == ".part")
        throw Error({.file = path.generic_string(),
            .problem
            = CUTAWAY_TR("the file is unfinished: the command that writes it goes on from here when it is given again")});
    throw Error({.file = path.generic_string(), .problem = CUTAWAY_TR("not a model file"), .expected = ".safetensors or .gguf"});
}

bool isModelName(const fs::path& folder, const std::string& name)
{
    const bool isPlain = !name.empty() && name.find_first_of("/\\") == std::string::npos && !name.starts_with(".");
    std::error_code failure;
    return isPlain && fs::is_directory(folder / name, failure) && isModelFolder(folder / name);
}

/// The folder of a model's name, or nothing. The user's own goes before what is bundled.
std::optional<fs::path> folderOfName(const std::string& name)
{
    for (const fs::path& folder : {userModelsFolder(), fs::path(bundledModelsFolder())})
        if (!folder.empty() && isModelName(folder, name))
            return folder / name;
    return std::nullopt;
}

/// A folder, with its sibling models.
ModelPtr openWithSiblings(const fs::path& folder)
{
    const auto model = std::make_shared<Model>(*openDirectory(folder));
    model->siblings = siblingsOf(folder.generic_string());
    return model;
}

/// A model of NAME@STEP; null when the name has no @ or there is no such folder.
ModelPtr openSnapshot(const std::string& nameOrPath)
{
    const std::optional<SnapshotName> snapshot = snapshotName(nameOrPath);
    if (!snapshot)
        return nullptr;
    std::error_code failure;
    std::optional<fs::path> folder = folderOfName(snapshot->model);
    if (!folder && !snapshot->model.empty() && fs::is_directory(snapshot->model, failure) && isModelFolder(snapshot->model))
        folder = snapshot->model;
    if (!folder)
        return nullptr;
    const std::string kept = snapshotFile(folder->string(), *snapshot);
    return named(fs::is_directory(kept, failure) ? openFolder(kept) : openFolder(folder->string(), kept), nameOrPath);
}

/// Those in a folder, by name.
std::vector<ModelListing> listFolder(const fs::path& folder, bool bundled)
{
    std::vector<ModelListing> models;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        if (isModelName(folder, name) && !makeBuiltInModel(name))
            models.push_back({name, bundled ? "" : name, entry.path().generic_string(), true, bundled});
    }
    std::sort(models.begin(), models.end(), [](const ModelListing& a, const ModelListing& b) {
        return std::pair(a.id != preferredModel, a.id) < std::pair(b.id != preferredModel, b.id);
    });
    return models;
}

} // namespace

ModelPtr openModel(const std::string& nameOrPath)
{
    if (ModelPtr model = makeBuiltInModel(nameOrPath))
        return model;
    if (isReplicaName(nameOrPath))
        return openReplica(nameOrPath);
    if (const std::optional<fs::path> folder = folderOfName(nameOrPath))
        return named(openWithSiblings(*folder), nameOrPath);
    std::error_code failure;
    const fs::path path(nameOrPath);
    if (fs::is_directory(path, failure))
        return openWithSiblings(path);
    if (fs::exists(path, failure))
        return openFile(path);
    if (ModelPtr model = openSnapshot(nameOrPath))
        return model;
    throw Error({.file = shownText(nameOrPath),
        .problem = CUTAWAY_TR("no model of this name and no such file"),
        .expected = "a path, or one of " + joinedWords(listModels(), &ModelListing::id)});
}

std::vector<ModelListing> listModels()
{
    std::vector<ModelListing> models = builtInModels();
    const std::vector<ModelListing> own = listFolder(userModelsFolder(), false);
    const std::string bundled = bundledModelsFolder();
    for (ModelListing& model : bundled.empty() ? std::vector<ModelListing>() : listFolder(bundled, true))
        if (std::none_of(own.begin(), own.end(), [&](const ModelListing& other) { return other.id == model.id; }))
            models.push_back(std::move(model));
    models.insert(models.end(), own.begin(), own.end());
    return models;
}

std::optional<std::string> listedFolder(const std::string& name)
{
    const std::optional<fs::path> folder = folderOfName(name);
    if (!folder) // the list is asked for no other name, as each picture of a training has one
        return std::nullopt;
    const std::vector<ModelListing> builtIn = builtInModels();
    const bool isBuiltIn = std::ranges::any_of(builtIn, [&](const ModelListing& model) { return model.id == name; });
    return isBuiltIn ? std::nullopt : std::optional(folder->generic_string());
}

std::string defaultModel() { return folderOfName(preferredModel) ? preferredModel : untrainedModel; }

std::string userDataFolder()
{
    if (const std::string folder = environment("CUTAWAY_DATA_DIR"); !folder.empty())
        return folder;
    if (const std::string folder = environment("XDG_DATA_HOME"); !folder.empty())
        return (fs::path(folder) / "cutaway").generic_string();
    return (fs::path(homeFolder()) / ".local/share/cutaway").generic_string();
}

void saveModel(const Setup& setup, const std::string& folder) { saveFolder(setup, folder); }

} // namespace core
