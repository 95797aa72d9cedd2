#include "app/runs/training_runner.h"

#include "core/files/library/model_files.h"

#include <QMetaObject>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace app {

namespace fs = std::filesystem;

namespace {

/// A folder of the user's models that is not there yet: NAME, NAME-2, …
std::string freeFolder(const std::string& name)
{
    const fs::path models = fs::path(core::userDataFolder()) / "models";
    std::error_code ignored;
    fs::path folder = models / name;
    for (int number = 2; fs::exists(folder, ignored); ++number)
        folder = models / (name + "-" + std::to_string(number));
    return folder.string();
}

} // namespace

TrainingRunner::TrainingRunner(QObject* parent)
    : QObject(parent)
{
}

TrainingRunner::~TrainingRunner() { stop(); }

bool TrainingRunner::hasTrained() const
{
    const TrainingState state = this->state();
    return state.step > 0 && std::ranges::all_of(state.live, [](const auto& live) { return live != nullptr; });
}

/// It may be in a product, and has its files to write.
void TrainingRunner::end(Round& round)
{
    if (round.course)
        m_ending = std::jthread([course = std::exchange(round, {}).course]() mutable { course.reset(); });
}

void TrainingRunner::begin(TrainingPlan plan, bool isRunning)
{
    if (hasTrained()) {
        end(m_former);
        m_now.course->pause();
        m_former = std::exchange(m_now, {});
    }
    end(m_now);
    m_isTold = false;
    m_now.number = ++m_rounds;
    m_now.course = std::make_shared<TrainingCourse>(std::move(plan), [this] {
        if (m_isTold.exchange(true))
            return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_isTold = false;
                settle();
                if (hasCourse())
                    emit moved();
            },
            Qt::QueuedConnection);
    });
    if (isRunning)
        m_now.course->go();
}

/// Which of the two courses stays is known when the new one has made a step, or could not.
void TrainingRunner::settle()
{
    const TrainingState now = state();
    if (m_former.course && now.step > 0)
        return end(m_former);
    if (!m_former.course || now.phase != TrainingPhase::Failed)
        return;
    end(m_now);
    m_now = std::exchange(m_former, {});
    emit refused(now.error);
}

void TrainingRunner::go()
{
    if (hasCourse())
        m_now.course->go();
    emit moved();
}

void TrainingRunner::pause()
{
    if (hasCourse())
        m_now.course->pause();
    emit moved();
}

void TrainingRunner::step()
{
    if (hasCourse())
        m_now.course->step();
}

void TrainingRunner::stop()
{
    m_now = m_former = {};
    if (m_ending.joinable())
        m_ending.join();
}

void TrainingRunner::keep()
{
    if (!hasCourse())
        return;
    std::vector<std::string> folders;
    QStringList names;
    for (const TrainingLane& lane : plan().lanes) {
        folders.push_back(freeFolder(lane.name == "trained" ? lane.name : "trained-" + lane.name));
        names << QString::fromStdString(folders.back());
    }
    m_now.course->keep(folders, [this, round = m_now.number, names](const std::optional<core::Error::Parts>& error) {
        QMetaObject::invokeMethod(
            this,
            [this, round, names, error] {
                if (round != m_now.number)
                    return;
                if (error)
                    emit keepFailed(*error);
                else
                    emit kept(names);
            },
            Qt::QueuedConnection);
    });
}

} // namespace app
