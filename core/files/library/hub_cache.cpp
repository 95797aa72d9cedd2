#include "core/files/library/hub_cache.h"

#include "core/base/program_folder.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr const char* modelMark = "models--";
constexpr std::size_t maxHashLetters = 64;

bool holdsModel(const fs::path& folder)
{
    std::error_code failure;
    if (fs::exists(folder / "config.json", failure))
        return true;
    const fs::directory_iterator entries(folder, failure);
    return std::any_of(
        begin(entries), end(entries), [](const fs::directory_entry& entry) { return entry.path().extension() == ".gguf"; });
}

/// The snapshot that refs/main names; empty when it names none.
fs::path mainSnapshot(const fs::path& model)
{
    std::string hash(maxHashLetters, '\0');
    std::ifstream file(model / "refs/main", std::ios::binary);
    file.read(hash.data(), std::streamsize(hash.size()));
    hash.resize(std::size_t(std::max<std::streamsize>(file.gcount(), 0)));
    hash.erase(
        std::find_if(hash.begin(), hash.end(), [](char c) { return !std::isxdigit(static_cast<unsigned char>(c)); }), hash.end());
    const fs::path snapshot = model / "snapshots" / hash;
    return !hash.empty() && holdsModel(snapshot) ? snapshot : fs::path();
}

fs::path snapshotOf(const fs::path& model)
{
    fs::path snapshot = mainSnapshot(model);
    if (!snapshot.empty())
        return snapshot;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(model / "snapshots", failure))
        if (entry.path() > snapshot && holdsModel(entry.path()))
            snapshot = entry.path();
    return snapshot;
}

} // namespace

std::string hubCacheFolder()
{
    if (const std::string folder = environment("HF_HUB_CACHE"); !folder.empty())
        return folder;
    if (const std::string folder = environment("HF_HOME"); !folder.empty())
        return (fs::path(folder) / "hub").generic_string();
    const std::string caches = environment("XDG_CACHE_HOME");
    const fs::path cache = caches.empty() ? fs::path(homeFolder()) / ".cache" : fs::path(caches);
    return (cache / "huggingface/hub").generic_string();
}

std::vector<CachedModel> cachedModels()
{
    std::vector<CachedModel> models;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(hubCacheFolder(), failure)) {
        std::string name = entry.path().filename().string();
        if (!name.starts_with(modelMark))
            continue;
        const fs::path snapshot = snapshotOf(entry.path());
        if (snapshot.empty())
            continue;
        name.erase(0, std::char_traits<char>::length(modelMark));
        if (const std::size_t mark = name.find("--"); mark != std::string::npos)
            name.replace(mark, 2, "/");
        models.push_back({name, snapshot.generic_string()});
    }
    std::sort(models.begin(), models.end(), [](const CachedModel& a, const CachedModel& b) { return a.name < b.name; });
    return models;
}

} // namespace core
