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

    /// Instead of the course that there was, which is paused, and goes when the first step of this one is made: where that cannot
    /// be made, the former is there again, and refused() says why.
    void begin(TrainingPlan plan, bool isRunning);

    bool hasCourse() const { return m_now.course != nullptr; }

    /// Whether there are weights that it has trained.
    bool hasTrained() const;

    /// The last plan; REQUIRES: hasCourse().
    const TrainingPlan& plan() const { return m_now.course->plan(); }
    TrainingState state() const { return hasCourse() ? m_now.course->state() : TrainingState{}; }
    std::vector<core::Json> histories() const { return hasCourse() ? m_now.course->histories() : std::vector<core::Json>{}; }

    void go();
    void pause();
    void step();

    /// The course ends and goes, when this returns; what was kept has its last step.
    void stop();

    /// Each model into a new folder of its name in the models of the user: kept() says which.
    void keep();

signals:
    void moved(); // state() has something new, at most ten times a second
    void refused(const core::Error::Parts& error); // what was begun: the course is the one before
    void kept(const QStringList& folders);
    void keepFailed(const core::Error::Parts& error);

private:
    struct Round
    {
        std::shared_ptr<TrainingCourse> course = nullptr;
        quint64 number = 0;
    };
    void settle();
    void end(Round& round);

    Round m_now, m_former; // that of before, until the one of now has made a step
    std::atomic<bool> m_isTold = false; // moved() is on its way
    quint64 m_rounds = 0; // counts them
    std::jthread m_ending; // destroys the course before
};

} // namespace app
