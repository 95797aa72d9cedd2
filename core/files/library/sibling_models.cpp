#include "core/files/library/sibling_models.h"

#include "core/base/error.h"
#include "core/files/library/model_folder.h"
#include "core/files/library/training_history.h"
#include "core/io/file_reader.h"
#include "core/layers/feed_forward.h"
#include "core/model/model_config.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxSiblings = 1'000;
constexpr std::uint64_t largestTokenizer = std::uint64_t(64) << 20;

std::string bytesOf(const fs::path& path)
{
    const FileReader file(path.generic_string());
    std::string bytes(std::min(file.size(), largestTokenizer), '\0');
    file.readAt(0, bytes.data(), bytes.size());
    return bytes;
}

/// Whether any layer of the training had experts, whose loads it could balance.
bool hasExperts(const TrainingHistory& history)
{
    const ModelConfig config = resolve(history.choices, {});
    return std::ranges::any_of(config.blocks, [](const BlockConfig& block) { return expertsOf(block.feedForward).experts > 0; });
}

/// Settings that are not the same; what was kept of the training does not change it, and what has no effect in the first is no
/// setting of it.
int differences(const TrainingHistory& own, const TrainingHistory& other)
{
    const Json &a = own.training, &b = other.training;
    std::set<std::string> keys;
    for (const Json* side : {&a, &b})
        for (const auto& [key, value] : side->items())
            keys.insert(key);
    keys.erase("snapshots");
    keys.erase("only_history");
    if (!hasExperts(own))
        keys.erase("balance");
    return int(std::count_if(keys.begin(), keys.end(),
        [&](const std::string& key) { return !a.contains(key) || !b.contains(key) || a.at(key) != b.at(key); }));
}

class FolderSiblings : public TrainedSiblings
{
public:
    explicit FolderSiblings(fs::path folder)
        : m_folder(std::move(folder))
    {
    }

    const std::vector<Sibling>& all() const override
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_isScanned)
            scan();
        m_isScanned = true;
        return m_siblings;
    }

    ModelPtr open(const std::string& name) const override
    {
        const std::scoped_lock lock(m_mutex);
        ModelPtr& model = m_opened[name];
        if (!model)
            model = openFolder((m_folder.parent_path() / name).generic_string());
        return model;
    }

private:
    void scan() const
    {
        const TrainingHistory own = readTrainingHistory(historyFile(m_folder.string()));
        const std::string tokenizer = bytesOf(m_folder / "tokenizer.json");
        std::vector<fs::path> folders;
        std::error_code failure;
        for (const fs::directory_entry& entry : fs::directory_iterator(m_folder.parent_path(), failure))
            if (folders.size() < maxSiblings && entry.path().filename() != m_folder.filename()
                && hasHistory(entry.path().string()) && fs::exists(entry.path() / "model.safetensors", failure))
                folders.push_back(entry.path());
        std::sort(folders.begin(), folders.end());
        for (const fs::path& folder : folders) {
            try {
                if (bytesOf(folder / "tokenizer.json") != tokenizer)
                    continue;
                const TrainingHistory history = readTrainingHistory(historyFile(folder.string()));
                m_siblings.push_back({.name = folder.filename().string(),
                    .choices = describe(resolve(history.choices, {})),
                    .trainingDifferences = differences(own, history)});
            } catch (const Error&) {
                // A folder that does not open is not a sibling. Opening it by name reports the error.
            }
        }
    }

    fs::path m_folder; // absolute
    mutable std::mutex m_mutex;
    mutable bool m_isScanned = false;
    mutable std::vector<Sibling> m_siblings;
    mutable std::map<std::string, ModelPtr> m_opened;
};

} // namespace

std::shared_ptr<const TrainedSiblings> siblingsOf(const std::string& folder)
{
    std::error_code failure;
    const fs::path absolute = fs::canonical(folder, failure);
    if (failure || !hasHistory(absolute.string()) || !fs::exists(absolute / "tokenizer.json", failure))
        return nullptr;
    return std::make_shared<FolderSiblings>(absolute);
}

} // namespace core
