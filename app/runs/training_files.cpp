#include "app/runs/training_files.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/io/atomic_file.h"
#include "core/train/joined_history.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <vector>

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t partBytes = 1 << 20;

void throwUnless(const std::error_code& failure, const fs::path& file)
{
    if (failure)
        throw core::Error({.kind = core::ErrorKind::Output, .file = file.string(), .problem = CUTAWAY_TR("cannot be written"),
            .found = failure.message()});
}

void copyWhole(const fs::path& from, const fs::path& to)
{
    std::ifstream read(from, std::ios::binary);
    core::AtomicFile written(to.string());
    std::vector<char> part(partBytes);
    while (read.read(part.data(), std::streamsize(part.size())) || read.gcount() > 0)
        written.write(part.data(), std::size_t(read.gcount()));
    written.commit();
}

} // namespace

std::string newScratchFolder()
{
    static std::atomic<int> number = 0;
    const auto started = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string name = "cutaway-training-" + std::to_string(started) + "-" + std::to_string(++number);
    return (fs::temp_directory_path() / name).string();
}

void makeFolder(const std::string& folder)
{
    std::error_code failure;
    fs::create_directories(folder, failure);
    throwUnless(failure, folder);
}

void copyFiles(const std::string& from, const std::string& to)
{
    std::error_code failure;
    if (!fs::exists(fs::path(from) / "model.safetensors", failure)) // nothing was written there
        throwUnless(std::make_error_code(std::errc::no_such_file_or_directory), to);
    makeFolder(to);
    for (auto entry = fs::recursive_directory_iterator(from, failure); !failure && entry != fs::recursive_directory_iterator();
         entry.increment(failure)) {
        const fs::path target = to / entry->path().lexically_relative(from);
        if (entry->is_directory())
            makeFolder(target.string());
        else if (target.filename() != "training.lock")
            copyWhole(entry->path(), target);
    }
    throwUnless(failure, to);
}

void bringSnapshots(const TrainingLane& lane, const std::string& folder)
{
    const std::string from = lane.before.is_null() ? std::string() : lane.from ? lane.from->folder : keptFolder(lane);
    if (from.empty())
        return;
    const fs::path to = fs::path(folder) / "snapshots";
    makeFolder(to.string());
    for (const long step : core::snapshotSteps(from)) {
        const fs::path file = core::snapshotFile(from, {from, std::to_string(step)});
        if (step < core::lastStepOf(lane.before) && file.extension() == ".safetensors")
            copyWhole(file, to / file.filename());
    }
}

} // namespace app
