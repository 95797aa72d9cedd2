#include "core/files/library/kept_history.h"

#include <map>
#include <mutex>

namespace core {

std::shared_ptr<const TrainingHistory> keptTrainingHistory(const std::string& path)
{
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const TrainingHistory>> known;
    const std::lock_guard lock(mutex);
    std::shared_ptr<const TrainingHistory>& history = known[path];
    if (!history)
        history = std::make_shared<const TrainingHistory>(readTrainingHistory(path));
    return history;
}

} // namespace core
