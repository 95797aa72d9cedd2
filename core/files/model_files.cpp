#include "core/files/model_files.h"

#include "core/base/error.h"
#include "core/files/built_in_models.h"
#include "core/files/file_reader.h"
#include "core/files/model_folder.h"
#include "core/files/shown_text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

namespace core {

namespace {

namespace fs = std::filesystem;

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

fs::path modelsFolder() { return fs::path(userDataFolder()) / "models"; }

/// The only GGUF file of a folder; empty when there is none. Throws Error when there are several.
std::string onlyGguf(const fs::path& folder)
{
    std::vector<std::string> files;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (entry.path().extension() == ".gguf")
            files.push_back(entry.path().string());
    if (files.size() > 1)
        throw Error({.file = folder.string(),
            .problem = CUTAWAY_TR("holds several GGUF files: name one of them"),
            .expected = "1",
            .found = std::to_string(files.size())});
    return files.empty() ? "" : files.front();
}

bool isModelFolder(const fs::path& folder)
{
    std::error_code failure;
    if (fs::exists(folder / "config.json", failure))
        return true;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (entry.path().extension() == ".gguf")
            return true;
    return false;
}

ModelPtr openDirectory(const fs::path& folder)
{
    std::error_code failure;
    if (fs::exists(folder / "config.json", failure))
        return openFolder(folder.string());
    const std::string gguf = onlyGguf(folder);
    if (gguf.empty())
        throw Error({.file = folder.string(),
            .problem = CUTAWAY_TR("no model in this folder"),
            .expected = "config.json or a .gguf file"});
    return openGguf(gguf);
}

ModelPtr openFile(const fs::path& path)
{
    const FileReader file(path.string());
    char magic[4] = {};
    file.readAt(0, magic, std::min<std::uint64_t>(sizeof magic, file.size()));
    if (path.extension() == ".gguf" || std::string_view(magic, sizeof magic) == "GGUF")
        return openGguf(path.string());
    if (path.extension() == ".safetensors" || path.string().ends_with(".safetensors.index.json"))
        return openFolder(path.has_parent_path() ? path.parent_path().string() : ".", path.string());
    if (path.filename() == "config.json")
        return openFolder(path.has_parent_path() ? path.parent_path().string() : ".");
    const std::string_view start(magic, sizeof magic);
    if (start.starts_with("PK") || start.starts_with("\x80"))
        throw Error({.file = path.string(),
            .problem = CUTAWAY_TR("pickle formats can run code and are not supported: convert to safetensors")});
    throw Error({.file = path.string(), .problem = CUTAWAY_TR("not a model file"), .expected = ".safetensors or .gguf"});
}

/// The path behind a fetched model's name, or nothing.
std::optional<fs::path> fetched(const std::string& name)
{
    const bool isPlain = !name.empty() && name.find_first_of("/\\") == std::string::npos && !name.starts_with(".");
    const fs::path folder = modelsFolder() / name;
    std::error_code failure;
    return isPlain && fs::is_directory(folder, failure) && isModelFolder(folder) ? std::optional(folder) : std::nullopt;
}

} // namespace

ModelPtr openModel(const std::string& nameOrPath)
{
    if (ModelPtr model = makeBuiltInModel(nameOrPath))
        return model;
    if (const std::optional<fs::path> folder = fetched(nameOrPath)) {
        const auto model = std::make_shared<Model>(*openDirectory(*folder));
        model->name = nameOrPath;
        return model;
    }
    std::error_code failure;
    const fs::path path(nameOrPath);
    if (fs::is_directory(path, failure))
        return openDirectory(path);
    if (fs::exists(path, failure))
        return openFile(path);
    std::string names;
    for (const ModelListing& listing : listModels())
        names += (names.empty() ? "" : ", ") + listing.id;
    throw Error({.file = shownText(nameOrPath),
        .problem = CUTAWAY_TR("no model of this name and no such file"),
        .expected = "a path, or one of " + names});
}

std::vector<ModelListing> listModels()
{
    std::vector<ModelListing> models = builtInModels();
    std::vector<ModelListing> fetchedModels;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(modelsFolder(), failure)) {
        const std::string name = entry.path().filename().string();
        if (fetched(name) && !makeBuiltInModel(name))
            fetchedModels.push_back({name, name, entry.path().string(), true});
    }
    std::sort(
        fetchedModels.begin(), fetchedModels.end(), [](const ModelListing& a, const ModelListing& b) { return a.id < b.id; });
    models.insert(models.end(), fetchedModels.begin(), fetchedModels.end());
    return models;
}

std::string userDataFolder()
{
    if (const std::string folder = environment("CUTAWAY_DATA_DIR"); !folder.empty())
        return folder;
    if (const std::string folder = environment("XDG_DATA_HOME"); !folder.empty())
        return (fs::path(folder) / "cutaway").string();
    return (fs::path(environment("HOME")) / ".local/share/cutaway").string();
}

void saveModel(const Setup& setup, const std::string& folder) { saveFolder(setup, folder); }

} // namespace core
