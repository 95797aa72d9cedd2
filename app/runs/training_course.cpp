#include "app/runs/training_course.h"

#include "app/runs/training_files.h"

#include "core/base/stop_scope.h"
#include "core/io/atomic_file.h"
#include "core/train/joined_history.h"
#include "core/train/training_record.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <limits>
#include <new>
#include <utility>

namespace app {

namespace fs = std::filesystem;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The point that its history ends with.
core::Index lastPointOf(const core::TrainingMoment& moment)
{
    core::Index point = moment.step - 1;
    while (point > 0 && !core::isPoint(point, moment.steps))
        --point;
    return point;
}

} // namespace

TrainingCourse::TrainingCourse(TrainingPlan plan, std::function<void()> tell)
    : m_plan(std::move(plan))
    , m_tell(std::move(tell))
    , m_scratch(newScratchFolder())
    , m_lanes(m_plan.lanes.size())
{
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        m_threads.emplace_back([this, lane](const std::stop_token& stop) { run(lane, stop); });
}

TrainingCourse::~TrainingCourse()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
    m_threads.clear(); // waits
    std::error_code ignored;
    fs::remove_all(m_scratch, ignored);
}

std::string TrainingCourse::scratch(std::size_t lane) const
{
    return (fs::path(m_scratch) / m_plan.lanes[lane].name).string();
}

void TrainingCourse::go()
{
    const std::lock_guard lock(m_mutex);
    m_runs = true;
    m_changed.notify_all();
}

void TrainingCourse::pause()
{
    const std::lock_guard lock(m_mutex);
    m_runs = false;
    m_isDue = true;
    const core::Index front = std::ranges::max(m_lanes, {}, &Lane::step).step;
    for (Lane& lane : m_lanes) {
        lane.isToBeTaken = true;
        if (lane.step == front)
            lane.interruption.request_stop();
    }
    letFollow(front);
    m_changed.notify_all();
}

void TrainingCourse::step()
{
    const std::lock_guard lock(m_mutex);
    m_runs = false;
    m_isDue = true;
    for (Lane& lane : m_lanes)
        lane.allowed = 1;
    m_changed.notify_all();
}

void TrainingCourse::keep(const std::vector<std::string>& folders, Done done)
{
    const std::lock_guard lock(m_mutex);
    m_done = std::move(done);
    m_keepError.reset();
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        m_lanes[lane].folder = folders[lane];
        m_lanes[lane].isToBeKept = true;
    }
    m_changed.notify_all();
}

TrainingState TrainingCourse::state() const
{
    const std::lock_guard lock(m_mutex);
    TrainingState state{.step = m_plan.recipe.steps, .steps = m_plan.recipe.steps};
    const bool isOver = std::ranges::all_of(m_lanes, &Lane::hasEnded);
    state.phase = m_error ? TrainingPhase::Failed
        : isOver          ? TrainingPhase::Finished
        : m_runs          ? TrainingPhase::Running
                          : TrainingPhase::Paused;
    state.error = m_error.value_or(core::Error::Parts{});
    double seconds = 0, steps = 0;
    for (const Lane& lane : m_lanes) {
        state.live.push_back(lane.live);
        state.step = std::min(state.step, lane.step);
        seconds += lane.seconds;
        steps += double(lane.step);
    }
    if (seconds > 0 && steps > 0) {
        state.tokensPerSecond = steps * double(m_plan.recipe.rows * m_plan.recipe.length) / seconds;
        state.secondsLeft = seconds / steps * (double(m_plan.recipe.steps) * double(m_lanes.size()) - steps);
    }
    return state;
}

std::vector<core::Json> TrainingCourse::histories() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<core::Json> histories;
    for (const Lane& lane : m_lanes)
        histories.push_back(lane.history);
    return histories;
}

/// A thread of the course: trains, and then waits for what is to be kept.
void TrainingCourse::run(std::size_t lane, const std::stop_token& stop)
{
    try {
        train(lane, stop);
    } catch (const core::Stopped&) {
    } catch (const core::Error& error) {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = error.parts();
        m_lanes[lane].isOnlyLive = error.kind() == core::ErrorKind::Output; // its files are not whole
        if (m_error->file.starts_with(m_scratch)) // a folder of this course's own: only where there is no room in it matters
            m_error->file = m_lanes[lane].isOnlyLive ? fs::path(m_scratch).parent_path().string() : std::string();
    } catch (const std::bad_alloc&) {
        const std::lock_guard lock(m_mutex);
        m_error = core::Error::Parts{.problem = CUTAWAY_TR("there is not enough memory")};
    } catch (const std::exception& error) {
        const std::lock_guard lock(m_mutex);
        m_error = core::Error::Parts{.problem = CUTAWAY_TR("the training failed"), .found = error.what()};
    }
    std::unique_lock lock(m_mutex);
    m_lanes[lane].hasEnded = true;
    m_runs = m_runs && !m_error;
    passOn(lane);
    if (!stop.stop_requested()) {
        lock.unlock();
        m_tell();
        lock.lock();
    }
    for (;;) {
        m_changed.wait(lock, stop, [&] { return m_lanes[lane].isToBeKept; });
        if (stop.stop_requested())
            break;
        lock.unlock();
        keepNow(lane, [] {});
        lock.lock();
    }
    const std::string folder = m_lanes[lane].folder;
    lock.unlock();
    if (!folder.empty())
        try {
            copyTo(lane, folder);
        } catch (const core::Error&) { // what was kept before stays
        }
}

void TrainingCourse::train(std::size_t lane, const std::stop_token& stop)
{
    const core::StopScope stoppable(stop);
    core::TrainingWatch watch;
    watch.control.stop = stop;
    core::TrainingRequest request{.setup = setupOf(m_plan.lanes[lane], watch.control),
        .recipe = recipeOf(m_plan, m_plan.lanes[lane]), .text = m_plan.text, .folder = scratch(lane),
        .stepsBefore = core::lastStepOf(m_plan.lanes[lane].before), .memory = memoryOf(m_plan.lanes[lane])};
    bringSnapshots(m_plan.lanes[lane], request.folder);
    watch.keepsCheckpoint = true;
    watch.interruption = [&] {
        const std::lock_guard lock(m_mutex);
        return m_lanes[lane].interruption.get_token();
    };
    watch.isKept = [&] {
        const std::lock_guard lock(m_mutex);
        return !m_lanes[lane].folder.empty();
    };
    watch.checkpointSeconds = std::numeric_limits<double>::infinity(); // what is kept has one
    watch.onStep = [&](const core::TrainingMoment& moment) { between(lane, moment, stop); };
    watch.onDiverged = [&](const core::TrainingMoment& moment) { goBack(lane, moment); };
    core::train(request, watch);
}

/// To the last weights whose loss was a number: the training ends with them.
void TrainingCourse::goBack(std::size_t lane, const core::TrainingMoment& moment)
{
    {
        const std::lock_guard lock(m_mutex);
        m_lanes[lane].step = moment.step;
    }
    take(lane, moment);
}

bool TrainingCourse::mayGo(std::size_t lane) const { return m_turn == lane && (m_runs || m_lanes[lane].allowed > 0) && !m_error; }

/// The next lane that goes on has the turn.
void TrainingCourse::passOn(std::size_t lane)
{
    for (std::size_t i = 1; i <= m_lanes.size(); ++i) {
        m_turn = (lane + i) % m_lanes.size();
        if (!m_lanes[m_turn].hasEnded)
            break;
    }
    m_changed.notify_all();
}

/// While it is paused: those that are behind make the step that they lack; one that is making it needs no leave.
void TrainingCourse::letFollow(core::Index step)
{
    for (Lane& lane : m_lanes)
        if (lane.step < step && !lane.isComputing)
            lane.allowed = 1;
}

/// On the thread of the lane: hands out what is new, and waits for its turn.
void TrainingCourse::between(std::size_t lane, const core::TrainingMoment& moment, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    Lane& mine = m_lanes[lane];
    const bool isMade = moment.step > mine.step; // not interrupted
    const double took = isMade ? now() - mine.started : 0;
    mine.seconds += took;
    mine.step = moment.step;
    mine.isComputing = false;
    if (isMade && !m_runs) // it was past its last stop
        letFollow(mine.step);
    if (lane == 0)
        m_isDue = m_pace.isTold(now(), took * double(m_lanes.size())) || m_isDue || moment.step == moment.steps;
    const bool isDue = m_isDue || !mine.live || !m_runs;
    mine.isToBeTaken = mine.isToBeTaken && !isDue;
    lock.unlock();
    if (isDue)
        take(lane, moment);
    lock.lock();
    const bool isLast = std::all_of(m_lanes.begin() + std::ptrdiff_t(lane) + 1, m_lanes.end(), std::mem_fn(&Lane::hasEnded));
    if (isDue && isLast) {
        m_isDue = false;
        lock.unlock();
        m_tell();
        lock.lock();
    }
    if (m_turn == lane && isMade)
        passOn(lane);
    while (!stop.stop_requested()) {
        m_changed.wait(lock, stop, [&] { return mine.isToBeKept || mine.isToBeTaken || mayGo(lane); });
        const bool isKept = mine.isToBeKept, isTaken = mine.isToBeTaken;
        if (!isKept && !isTaken)
            break;
        lock.unlock();
        isTaken ? takeNow(lane, moment) : keepNow(lane, moment.save);
        lock.lock();
    }
    mine.allowed = std::max<core::Index>(0, mine.allowed - 1);
    mine.interruption = std::stop_source();
    mine.isComputing = true;
    mine.started = now();
}

/// The weights and the history as of now.
void TrainingCourse::take(std::size_t lane, const core::TrainingMoment& moment)
{
    const TrainingLane& plan = m_plan.lanes[lane];
    auto live = std::make_shared<LiveModel>();
    live->folder = scratch(lane);
    const std::int64_t before = core::lastStepOf(plan.before);
    live->model = moment.weights.copied(plan.name + "@" + std::to_string(before + moment.step));
    std::unique_lock lock(m_mutex);
    const bool isResting = !m_runs || moment.step == moment.steps || !moment.memory;
    const core::Index point = lastPointOf(moment);
    Lane& mine = m_lanes[lane];
    if (!isResting && mine.live && mine.lastPoint == point) { // no point more
        live->history = mine.live->history;
        mine.live = std::move(live);
        return;
    }
    lock.unlock();
    core::Json history = historyOf(plan, moment);
    if (!history.is_null())
        live->history = std::make_shared<const core::TrainingHistory>(core::trainingHistoryIn(history, plan.name));
    if (isResting && moment.memory) // a training that goes on from here comes after a pause or the end
        live->memory = std::make_shared<const core::OptimizerMemory>(moment.memory());
    lock.lock();
    mine.lastPoint = point;
    mine.live = std::move(live);
    mine.history = std::move(history);
}

/// With what was before; null without a point.
core::Json TrainingCourse::historyOf(const TrainingLane& plan, const core::TrainingMoment& moment) const
{
    core::Json history = core::joinedHistory(plan.before, moment.history(), plan.change);
    if (history.is_null())
        history = plan.before; // until the first point of its own
    if (history.is_null())
        return history;
    if (!m_plan.race.empty())
        history["training"]["race"] = m_plan.race;
    history["training"]["under_way"] = moment.step < moment.steps && moment.memory;
    return history;
}

/// Of a lane that waits while another computes: what is shown of the two is of one step.
void TrainingCourse::takeNow(std::size_t lane, const core::TrainingMoment& moment)
{
    {
        const std::lock_guard lock(m_mutex);
        m_lanes[lane].isToBeTaken = false;
    }
    take(lane, moment);
    m_tell();
}

/// On the thread of the lane.
void TrainingCourse::keepNow(std::size_t lane, const std::function<void()>& save)
{
    std::optional<core::Error::Parts> problem;
    try {
        save();
        copyTo(lane, m_lanes[lane].folder);
    } catch (const core::Error& error) {
        problem = error.parts();
    }
    std::unique_lock lock(m_mutex);
    m_lanes[lane].isToBeKept = false;
    if (problem)
        m_keepError = problem;
    if (std::ranges::any_of(m_lanes, &Lane::isToBeKept))
        return;
    const Done done = std::exchange(m_done, nullptr);
    const std::optional<core::Error::Parts> error = m_keepError;
    lock.unlock();
    if (done)
        done(error);
}

/// The files of its training, or the weights that it had last where these could not be written.
void TrainingCourse::writeTo(std::size_t lane, const fs::path& to)
{
    std::unique_lock lock(m_mutex);
    const bool isOnlyLive = m_lanes[lane].isOnlyLive;
    const std::shared_ptr<const LiveModel> live = m_lanes[lane].live;
    lock.unlock();
    if (std::error_code failure; !live || (!isOnlyLive && fs::exists(fs::path(scratch(lane)) / "model.safetensors", failure)))
        return copyFiles(scratch(lane), to.string());
    core::saveModel(*core::configure(live->model, {}), to.string());
}

void TrainingCourse::copyTo(std::size_t lane, const std::string& folder)
{
    std::error_code ignored;
    const fs::path to = folder;
    const bool isNew = !fs::exists(to, ignored);
    try {
        writeTo(lane, to);
    } catch (const core::Error&) {
        if (isNew)
            fs::remove_all(to, ignored); // no half of a model
        throw;
    }
    core::Json history = [this, lane] {
        const std::lock_guard lock(m_mutex);
        return m_lanes[lane].history;
    }();
    if (history.is_null())
        return;
    history["model"] = to.filename().string();
    history["training"].erase("under_way"); // what is kept is as it is
    core::AtomicFile file((to / "history.json").string());
    file.write(core::writeJson(history) + "\n");
    file.commit();
}

} // namespace app
