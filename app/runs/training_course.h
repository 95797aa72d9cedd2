#pragma once

// TrainingCourse: a training under way: a thread for each of its models, of which one computes at a time, so that two that race
// are at the same step. Qt-free; everything may be called on any thread and returns at once.

#include "app/runs/training_pace.h"
#include "app/runs/training_plan.h"

#include "core/base/error.h"
#include "core/train/training.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace app {

enum class TrainingPhase
{
    Running,
    Paused,
    Finished, // all steps were made
    Failed // of the first model that did: TrainingState::error
};

/// How far a training is.
struct TrainingState
{
    TrainingPhase phase = TrainingPhase::Paused;
    core::Index step = 0, steps = 0;
    double tokensPerSecond = 0; // of each model while it is its turn; 0 before the first step
    double secondsLeft = 0;
    std::vector<std::shared_ptr<const LiveModel>> live = {}; // of each lane; null before its first weights are there
    core::Error::Parts error = {};
};

class TrainingCourse
{
public:
    /// `tell` is called on a thread of the course when state() has something new: as often as isTold() says while it runs,
    /// and after each step that was asked for. Begins paused.
    TrainingCourse(TrainingPlan plan, std::function<void()> tell);

    /// Stops within a tile of a product; what was kept has the last whole step.
    ~TrainingCourse();
    TrainingCourse(const TrainingCourse&) = delete;
    TrainingCourse& operator=(const TrainingCourse&) = delete;

    const TrainingPlan& plan() const { return m_plan; }

    void go();

    /// The step in hand ends within a tile of a product, and is made anew when the training goes on; a model that is a step behind
    /// makes that one first.
    void pause();

    void step(); // one of each model; pauses after it

    /// Writes each model as it is now into a folder, with history, snapshots and a checkpoint; done() is called on a thread of
    /// the course when all are written, with what went wrong. What is kept is written again when the course ends. REQUIRES: a
    /// folder a lane.
    using Done = std::function<void(const std::optional<core::Error::Parts>& error)>;
    void keep(const std::vector<std::string>& folders, Done done);

    TrainingState state() const;

    /// The history of each lane up to now, with what was before; null without a point.
    std::vector<core::Json> histories() const;

private:
    struct Lane
    {
        core::Index step = 0;
        bool hasEnded = false;
        core::Index allowed = 0; // steps that were asked for while paused
        double seconds = 0; // that were computed
        double started = 0; // when the step in hand was begun; 0: none was
        core::Json history = {};
        core::Index lastPoint = 0; // of it
        std::shared_ptr<const LiveModel> live = nullptr;
        std::string folder = {}; // to be kept in; empty: none
        bool isToBeKept = false; // now
        bool isOnlyLive = false; // its files could not be written: what is kept of it are the weights that it had last
        bool isToBeTaken = false; // its weights, as they are now
        bool isComputing = false; // a step
        std::stop_source interruption = {}; // of the step in hand
    };
    void run(std::size_t lane, const std::stop_token& stop);
    void train(std::size_t lane, const std::stop_token& stop);
    void between(std::size_t lane, const core::TrainingMoment& moment, const std::stop_token& stop);
    void goBack(std::size_t lane, const core::TrainingMoment& moment);
    void take(std::size_t lane, const core::TrainingMoment& moment);
    core::Json historyOf(const TrainingLane& plan, const core::TrainingMoment& moment) const;
    void takeNow(std::size_t lane, const core::TrainingMoment& moment);
    bool mayGo(std::size_t lane) const;
    void passOn(std::size_t lane);
    void letFollow(core::Index step);
    void keepNow(std::size_t lane, const std::function<void()>& save);
    void writeTo(std::size_t lane, const std::filesystem::path& to);
    void copyTo(std::size_t lane, const std::string& folder);
    std::string scratch(std::size_t lane) const;

    TrainingPlan m_plan;
    std::function<void()> m_tell;
    std::string m_scratch; // folder of this course, which goes with it
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Lane> m_lanes;
    std::size_t m_turn = 0;
    bool m_runs = false;
    bool m_isDue = true; // the newest weights are to be taken in this step
    TellingPace m_pace;
    std::optional<core::Error::Parts> m_error, m_keepError;
    Done m_done;
    std::vector<std::jthread> m_threads; // last: end before all else goes
};

} // namespace app
