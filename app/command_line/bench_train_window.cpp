#include "app/command_line/bench_train_window.h"

#include "app/window/main_window.h"
#include "app/window/screenshot.h"
#include "app/window/training_guide.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/train/training.h"
#include "widgets/plot/plot.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/training/view.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

namespace {

constexpr const char* pages[] = {"training", "attention", "output"};
constexpr core::Index firstStep = 30, stepsSaid = 120,
                      tokensPlanned = 1'600'000; // of so many, so that points lie as in a real training
constexpr int watchRounds = 5; // of each page: so many steps watched, then the same alone
constexpr core::Index fewTokens = 256; // of a step: so short a one says little, and is watched in one round
constexpr qint64 stretchMs = 1000, leastMs = 250; // of a round; the least where steps are that short
constexpr qint64 restMs = 150; // in which the last pictures of a round come
constexpr int pollMs = 20, watchPollMs = 200, patienceMs = 600'000;

[[noreturn]] void giveUp()
{
    throw core::Error({core::ErrorKind::Output, {}, "bench --train --ui", CUTAWAY_TR("there is nothing to draw"), {}, {}});
}

/// Of all threads of this process: what other processes do hardly changes it.
double processorSeconds() { return double(std::clock()) / double(CLOCKS_PER_SEC); }

/// What some steps took.
struct Stretch
{
    double seconds = 0, processorSeconds = 0;
};

/// Counts the runs that are on screen and painted.
class PaintedRuns : public QObject
{
public:
    explicit PaintedRuns(MainWindow& window)
    {
        connect(&window, &MainWindow::runShown, this, [this] { m_isNew = true; });
        for (widgets::Plot* const plot : window.currentView()->findChildren<widgets::Plot*>())
            plot->installEventFilter(this);
    }
    int count() const { return m_count; }
    void restart() { m_count = 0; }

protected:
    bool eventFilter(QObject* plot, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_isNew) {
            m_isNew = false;
            ++m_count;
        }
        return QObject::eventFilter(plot, event);
    }

private:
    bool m_isNew = false;
    int m_count = 0;
};

void waitIn(QEventLoop& loop, int ms, const std::function<bool()>& isTrue, const std::stop_token& stop)
{
    QTimer poll;
    QElapsedTimer clock;
    clock.start();
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isTrue() || stop.stop_requested() || clock.elapsed() > patienceMs)
            loop.quit();
    });
    poll.start(ms);
    loop.exec();
    if (stop.stop_requested())
        throw core::Stopped();
    if (clock.elapsed() > patienceMs)
        giveUp();
}

void waitUntil(const std::function<bool()>& isTrue, const std::stop_token& stop)
{
    QEventLoop loop;
    waitIn(loop, pollMs, isTrue, stop);
}

/// The steps of a training in the window, by the same plan on a thread of its own, as far as they are asked for.
class TrainingAlone
{
public:
    explicit TrainingAlone(const TrainingPlan& plan)
        : m_thread([this, plan](const std::stop_token& stop) { run(plan, stop); })
    {
    }

    /// Makes the steps before `to`, and says what those from `from` on took. Nothing else happens on this thread meanwhile.
    Stretch steps(core::Index from, core::Index to, const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_allowed = to;
        m_changed.notify_all();
        m_changed.wait(lock, stop, [&] { return m_isOver || core::Index(m_ends.size()) > to; });
        if (stop.stop_requested())
            throw core::Stopped();
        if (m_isOver)
            giveUp();
        const Stretch &begin = m_ends[std::size_t(from)], &end = m_ends[std::size_t(to)];
        return {end.seconds - begin.seconds, end.processorSeconds - begin.processorSeconds};
    }

private:
    void run(const TrainingPlan& plan, const std::stop_token& stop)
    {
        QElapsedTimer clock;
        clock.start();
        const QTemporaryDir folder;
        core::TrainingWatch watch;
        watch.control.stop = stop;
        watch.isKept = [] { return false; };
        watch.onStep = [&](const core::TrainingMoment&) {
            std::unique_lock lock(m_mutex);
            m_ends.push_back({double(clock.nsecsElapsed()) * 1e-9, processorSeconds()});
            m_changed.notify_all();
            m_changed.wait(lock, stop, [&] { return core::Index(m_ends.size()) <= m_allowed; });
        };
        const TrainingLane& lane = plan.lanes.front();
        try {
            core::train({.setup = setupOf(lane, watch.control),
                            .recipe = recipeOf(plan, lane),
                            .text = plan.text,
                            .folder = folder.filePath(QStringLiteral("alone")).toStdString()},
                watch);
        } catch (const std::exception&) { // also core::Stopped; steps() says that none came
        }
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<Stretch> m_ends; // of each step, since the beginning
    core::Index m_allowed = 0;
    bool m_isOver = false;
    std::jthread m_thread; // last: ends before all else goes
};

/// A stretch of a training in the window.
struct Watched
{
    core::Index from = 0, to = 0; // steps
    Stretch took = {};
    int pictures = 0;
};

/// Of about a second, from the end of a step to that of another; what is left of the last pictures comes after it.
Watched watchedStretch(TrainingRunner& runner, PaintedRuns& painted, const std::stop_token& stop)
{
    Watched watched;
    QElapsedTimer clock;
    bool isOver = false;
    QEventLoop loop;
    QObject ears;
    const core::Index before = std::max(runner.state().step, firstStep);
    // A course tells at the end of a step, and this thread hears it when it has nothing to paint.
    QObject::connect(&runner, &TrainingRunner::moved, &ears, [&] {
        const core::Index step = runner.state().step;
        if (!clock.isValid() && step > before) {
            clock.start();
            watched.from = step;
            watched.took.processorSeconds = -processorSeconds();
            painted.restart();
        } else if (clock.isValid() && !isOver && step > watched.from
            && clock.elapsed() >= (step >= watched.from + stepsSaid ? leastMs : stretchMs)) {
            watched.took.seconds = double(clock.nsecsElapsed()) * 1e-9;
            watched.took.processorSeconds += processorSeconds();
            watched.to = step;
            watched.pictures = painted.count();
            isOver = true;
            loop.quit();
        }
    });
    runner.go();
    // Rarely: each look takes a core of the training's for a moment, and is no cost of the window.
    waitIn(loop, watchPollMs, [&] { return isOver; }, stop);
    runner.pause();
    QElapsedTimer rest;
    rest.start();
    waitUntil([&] { return rest.elapsed() >= restMs; }, stop);
    return watched;
}

/// One page of the window: the training of the Training page goes on while this one is on screen.
core::Json ofPage(MainWindow& window, const char* page, const std::stop_token& stop)
{
    window.showView("training");
    auto& view = dynamic_cast<widgets::TrainingView&>(*window.currentView());
    view.findChild<QToolButton*>(QStringLiteral("trainGo"))->click();
    const std::vector<widgets::Notification> asked = window.notifications()->notifications();
    if (!asked.empty() && asked.back().other.take) // what was trained for the page before is not kept
        asked.back().other.take();
    window.showView(page);
    PaintedRuns painted(window);
    TrainingRunner& runner = *TrainingGuide::in(window).runner();
    waitUntil([&] { return runner.state().step < firstStep; }, stop); // no longer that of the page before
    TrainingAlone same(runner.plan());
    struct Round
    {
        double watched, alone; // seconds a step
        double cost() const { return 1 - alone / watched; }
    };
    std::vector<Round> all;
    const core::TrainingRecipe& recipe = runner.plan().recipe;
    const std::size_t rounds = recipe.rows * recipe.length < fewTokens ? 1 : watchRounds;
    double seconds = 0, steps = 0;
    Stretch processor; // of the watched ones, and of those alone
    int pictures = 0;
    while (all.size() < rounds) {
        const Watched watched = watchedStretch(runner, painted, stop);
        const Stretch alone = same.steps(watched.from, watched.to, stop);
        const double count = double(watched.to - watched.from);
        all.push_back({watched.took.seconds / count, alone.seconds / count});
        processor.seconds += watched.took.processorSeconds;
        processor.processorSeconds += alone.processorSeconds;
        seconds += watched.took.seconds;
        steps += count;
        pictures += watched.pictures;
    }
    window.showView("training");
    view.findChild<QToolButton*>(QStringLiteral("trainStop"))->click();
    settle();
    if (pictures == 0)
        giveUp();
    std::ranges::sort(all, {}, &Round::cost);
    const Round& middle = all[all.size() / 2];
    return {{"view", page}, {"pictures_per_second", pictures / seconds}, {"seconds", middle.watched * stepsSaid},
        {"alone_seconds", middle.alone * stepsSaid}, {"processor_seconds", processor.seconds / steps * stepsSaid},
        {"alone_processor_seconds", processor.processorSeconds / steps * stepsSaid}, {"cost", middle.cost()},
        {"rounds", all.size()}, {"least_cost", all.front().cost()}, {"most_cost", all.back().cost()}};
}

} // namespace

core::Json benchTrainWindow(const core::TrainingRecipe& recipe, const std::stop_token& stop)
{
    MainWindow window({.model = QString::fromStdString(core::defaultModel()), .view = "training", .remembers = false});
    window.resize(1366, 768);
    window.show();
    waitUntil([&] { return window.run() && !window.isBusy(); }, stop);
    settle();
    auto& view = dynamic_cast<widgets::TrainingView&>(*window.currentView());
    view.setTrains(true);
    widgets::TrainSettings settings = view.training()->settings();
    settings.recipe.rows = recipe.rows;
    settings.recipe.length = recipe.length;
    settings.recipe.steps = std::max(core::Index(1000), tokensPlanned / (recipe.rows * recipe.length));
    view.training()->setSettings(settings);

    core::Json rows = core::Json::array();
    for (const char* const page : pages)
        rows.push_back(ofPage(window, page, stop));
    return {{"train_window", std::move(rows)}};
}

} // namespace app
