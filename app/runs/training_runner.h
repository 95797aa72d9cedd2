#pragma once

// TrainingRunner: a training of the window: a course on threads of its own, which tells this thread what is new. Nothing blocks
// the caller.

#include "app/runs/training_course.h"

#include <QObject>
#include <QStringList>

#include <atomic>
#include <memory>
#include <thread>

namespace app {

/// All signals arrive on the thread that owns the runner.
class TrainingRunner : public QObject
{
    Q_OBJECT
public:
    explicit TrainingRunner(QObject* parent = nullptr);
    ~TrainingRunner() override; // stops and waits

    /// Instead of the course that there was.
    void begin(TrainingPlan plan, bool isRunning);

    bool hasCourse() const { return m_course != nullptr; }

    /// The last plan; REQUIRES: hasCourse().
    const TrainingPlan& plan() const { return m_course->plan(); }
    TrainingState state() const { return m_course ? m_course->state() : TrainingState{}; }
    std::vector<core::Json> histories() const { return m_course ? m_course->histories() : std::vector<core::Json>{}; }

    void go();
    void pause();
    void step();

    /// The course ends and goes, when this returns; what was kept has its last step.
    void stop();

    /// Each model into a new folder of its name in the models of the user: kept() says which.
    void keep();

signals:
    void moved(); // state() has something new, at most ten times a second
    void kept(const QStringList& folders);
    void keepFailed(const core::Error::Parts& error);

private:
    std::shared_ptr<TrainingCourse> m_course;
    std::atomic<bool> m_isTold = false; // moved() is on its way
    quint64 m_round = 0; // of the course
    std::jthread m_ending; // destroys the course before
};

} // namespace app
