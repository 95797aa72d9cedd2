#include "app/base/model_names.h"

#include "core/base/edit_distance.h"
#include "core/files/library/model_files.h"
#include "core/files/library/replica.h"
#include "core/files/library/training_runs.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <filesystem>

namespace app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t namesShown = 3;

bool isFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// A name of a model has neither; a path that is not there is seldom a name that was mistyped.
bool isPath(const std::string& text)
{
    return text.find_first_of("/\\") != std::string::npos || text.starts_with(".") || text.starts_with("~")
        || text.ends_with(".gguf") || text.ends_with(".safetensors") || text.ends_with(".json");
}

/// OWNER/NAME with no such folder here, or an address.
bool isOfHub(const std::string& text)
{
    const std::size_t slash = text.find('/');
    const bool isAddress = text.find("://") != std::string::npos;
    return isAddress
        || (slash != std::string::npos && slash > 0 && slash + 1 < text.size() && text.find('/', slash + 1) == std::string::npos
            && text[0] != '.' && text[0] != '~' && !isFile(text.substr(0, slash)));
}

/// How far a path leads: "/models is there, gpt3 is not in it".
std::string endOf(const fs::path& path)
{
    fs::path there = fs::absolute(path).lexically_normal();
    fs::path missing;
    while (!there.empty() && !isFile(there) && there != there.root_path()) {
        missing = there.filename();
        there = there.parent_path();
    }
    return core::shownText("no " + missing.string() + " in " + there.string());
}

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : char(c); });
    return text;
}

} // namespace

std::vector<std::string> modelNames()
{
    std::vector<std::string> names;
    for (const core::ModelListing& model : core::listModels())
        names.push_back(model.id);
    return names;
}

bool isThere(const std::string& nameOrPath)
{
    if (nameOrPath.empty())
        return false;
    if (core::isReplicaName(nameOrPath))
        return true; // and which one is not is said with the nearest ids
    const std::string model = core::withoutStep(nameOrPath); // main@1300, ./folder@1300
    if (isFile(nameOrPath) || isFile(model))
        return true;
    return std::ranges::any_of(modelNames(), [&](const std::string& name) { return name == nameOrPath || name == model; });
}

core::Error notFound(const std::string& nameOrPath)
{
    const std::string shown = core::shownText(nameOrPath);
    if (isOfHub(nameOrPath))
        return core::Error({.file = shown,
            .problem = CUTAWAY_TR("no such folder; nothing is fetched from the net: download the model first"),
            .expected = CUTAWAY_TR("the folder that holds its config.json"),
            .found = endOf(nameOrPath.substr(nameOrPath.find("://") == std::string::npos ? 0 : nameOrPath.find("://") + 3))});
    if (isPath(nameOrPath))
        return core::Error({.file = shown,
            .problem = CUTAWAY_TR("no such file or folder"),
            .expected = CUTAWAY_TR("a model folder, a .safetensors or a .gguf file"),
            .found = endOf(nameOrPath)});
    return core::Error({.file = shown,
        .problem = CUTAWAY_TR("no model of this name and no such file; `cutaway list models` has all names"),
        .expected = core::joinedWords(core::nearestWords(lower(nameOrPath), modelNames(), namesShown)),
        .found = shown});
}

core::ModelPtr openModel(const std::string& nameOrPath)
{
    if (!isThere(nameOrPath))
        throw notFound(nameOrPath);
    core::ModelPtr opened = core::openModel(nameOrPath);
    std::error_code ignored;
    if (!fs::is_directory(nameOrPath, ignored) || fs::path(opened->path).extension() != ".gguf")
        return opened;
    const auto model = std::make_shared<core::Model>(*opened);
    model->notes.push_back("only GGUF file of the folder: " + core::shownText(fs::path(opened->path).filename().string()));
    return model;
}

} // namespace app
