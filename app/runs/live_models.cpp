#include "app/runs/live_models.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <utility>

namespace app {

namespace {

constexpr const char* prefix = "training:";
constexpr std::size_t maxKnown = 8; // two slots on screen, two on their way, and those of the states before

struct Known
{
    using Entry = std::pair<std::string, std::shared_ptr<const LiveModel>>;
    std::mutex mutex;
    std::deque<Entry> models; // the newest last
    std::map<std::string, std::string> kept; // by "training:3/pre"
};

Known& known()
{
    static Known all;
    return all;
}

} // namespace

std::string livePrefix(int training) { return prefix + std::to_string(training) + "/"; }

std::string addLiveModel(int training, const std::shared_ptr<const LiveModel>& live)
{
    const std::string plain = livePrefix(training) + live->model->name;
    const std::lock_guard lock(known().mutex);
    std::string name = plain;
    const auto find = [&name] { return std::ranges::find(known().models, name, &Known::Entry::first); };
    for (int number = 2; find() != known().models.end() && find()->second != live; ++number)
        name = plain + "#" + std::to_string(number); // of the same step with one point more: another run
    if (find() != known().models.end())
        return name;
    known().models.emplace_back(name, live);
    if (known().models.size() > maxKnown)
        known().models.pop_front();
    return name;
}

std::shared_ptr<const LiveModel> liveModel(const std::string& name)
{
    const std::lock_guard lock(known().mutex);
    for (auto one = known().models.rbegin(); one != known().models.rend(); ++one)
        if (one->first == name)
            return one->second;
    return nullptr;
}

void setKept(int training, const std::string& lane, const std::string& name)
{
    const std::lock_guard lock(known().mutex);
    known().kept[livePrefix(training) + lane] = name;
}

std::string keptAs(const std::string& liveName)
{
    const std::lock_guard lock(known().mutex);
    const auto found = known().kept.find(liveName.substr(0, liveName.rfind('@')));
    return found == known().kept.end() ? std::string() : found->second;
}

bool isLiveName(const std::string& name) { return name.starts_with(prefix); }

} // namespace app
