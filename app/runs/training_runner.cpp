#include "app/runs/training_runner.h"

#include "core/files/library/model_files.h"

#include <QMetaObject>

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

void TrainingRunner::begin(TrainingPlan plan, bool isRunning)
{
    ++m_round;
    if (m_course) // it may be in a product, and has its files to write
        m_ending = std::jthread([course = std::move(m_course)]() mutable { course.reset(); });
    m_isTold = false;
    m_course = std::make_shared<TrainingCourse>(std::move(plan), [this, round = m_round] {
        if (m_isTold.exchange(true))
            return;
        QMetaObject::invokeMethod(
            this,
            [this, round] {
                m_isTold = false;
                if (round == m_round)
                    emit moved();
            },
            Qt::QueuedConnection);
    });
    if (isRunning)
        m_course->go();
}

void TrainingRunner::go()
{
    if (m_course)
        m_course->go();
    emit moved();
}

void TrainingRunner::pause()
{
    if (m_course)
        m_course->pause();
    emit moved();
}

void TrainingRunner::step()
{
    if (m_course)
        m_course->step();
}

void TrainingRunner::stop()
{
    ++m_round;
    m_course.reset();
    if (m_ending.joinable())
        m_ending.join();
}

void TrainingRunner::keep()
{
    if (!m_course)
        return;
    std::vector<std::string> folders;
    QStringList names;
    for (const TrainingLane& lane : plan().lanes) {
        folders.push_back(freeFolder(lane.name == "trained" ? lane.name : "trained-" + lane.name));
        names << QString::fromStdString(folders.back());
    }
    m_course->keep(folders, [this, round = m_round, names](const std::optional<core::Error::Parts>& error) {
        QMetaObject::invokeMethod(
            this,
            [this, round, names, error] {
                if (round != m_round)
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
