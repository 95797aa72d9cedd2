#include "app/command_line/bench_train_window.h"

#include "app/window/main_window.h"
#include "app/window/screenshot.h"
#include "app/window/training_guide.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/train/training.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training/view.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>

namespace app {

namespace {

constexpr const char* pages[] = {"training", "attention", "output"};
constexpr core::Index firstStep = 60, stepsTimed = 120,
                      stepsPlanned = 1600; // of so many, so that points lie as in a real training
constexpr int pollMs = 20, patienceMs = 600'000; // looking costs the training, too
constexpr int leastMs = 500; // in which some pictures come, however short a step is

[[noreturn]] void giveUp()
{
    throw core::Error({core::ErrorKind::Output, {}, "bench --train --ui", CUTAWAY_TR("there is nothing to draw"), {}, {}});
}

/// Of all threads of this process: what other processes do hardly changes it.
double processorSeconds() { return double(std::clock()) / double(CLOCKS_PER_SEC); }

/// Seconds between the two steps of a training, which each call is told of.
class Stretch
{
public:
    void at(core::Index step)
    {
        if (!m_clock.isValid() && step >= firstStep) {
            m_clock.start();
            m_processor = processorSeconds();
            m_from = step;
        }
        const bool isEnough = step >= firstStep + stepsTimed && (m_clock.elapsed() >= leastMs || step >= stepsPlanned);
        if (!m_seconds && isEnough) {
            m_seconds = double(m_clock.nsecsElapsed()) * 1e-9;
            m_processor = processorSeconds() - m_processor;
            m_steps = double(step - m_from);
        }
    }
    bool hasBegun() const { return m_clock.isValid(); }
    bool isOver() const { return m_seconds.has_value(); }
    double elapsed() const { return m_seconds.value_or(0); }
    double secondsOfAll() const { return elapsed() / m_steps * double(stepsTimed); }
    double processorSecondsOfAll() const { return m_processor / m_steps * double(stepsTimed); }

private:
    QElapsedTimer m_clock;
    core::Index m_from = 0;
    double m_steps = 1, m_processor = 0;
    std::optional<double> m_seconds;
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

void waitUntil(const std::function<bool()>& isTrue, const std::stop_token& stop)
{
    QEventLoop loop;
    QTimer poll;
    QElapsedTimer clock;
    clock.start();
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isTrue() || stop.stop_requested() || clock.elapsed() > patienceMs)
            loop.quit();
    });
    poll.start(pollMs);
    loop.exec();
    if (stop.stop_requested())
        throw core::Stopped();
    if (clock.elapsed() > patienceMs)
        giveUp();
}

/// The training page trains, and another page is on screen.
core::Json watched(MainWindow& window, const char* page, const std::stop_token& stop)
{
    window.showView("training");
    auto& view = dynamic_cast<widgets::TrainingView&>(*window.currentView());
    view.findChild<QToolButton*>(QStringLiteral("trainGo"))->click();
    window.showView(page);
    PaintedRuns painted(window);
    const TrainingRunner& runner = *TrainingGuide::in(window).runner();
    waitUntil([&] { return runner.state().step < firstStep; }, stop); // no longer that of the page before
    Stretch stretch;
    waitUntil(
        [&] {
            const bool hadBegun = stretch.hasBegun();
            stretch.at(runner.state().step);
            if (!hadBegun)
                painted.restart();
            return stretch.isOver();
        },
        stop);
    const int pictures = painted.count();
    window.showView("training");
    view.findChild<QToolButton*>(QStringLiteral("trainStop"))->click();
    settle();
    if (pictures == 0)
        giveUp();
    return {{"view", page}, {"pictures_per_second", pictures / stretch.elapsed()}, {"seconds", stretch.secondsOfAll()},
        {"processor_seconds", stretch.processorSecondsOfAll()}};
}

/// The same steps by the same plan, on this thread.
Stretch alone(const TrainingPlan& plan, const std::stop_token& stop)
{
    const QTemporaryDir folder;
    std::stop_source end;
    const std::stop_callback passOn(stop, [&end] { end.request_stop(); });
    core::TrainingWatch watch;
    watch.control.stop = end.get_token();
    watch.isKept = [] { return false; };
    Stretch stretch;
    watch.onStep = [&](const core::TrainingMoment& moment) {
        stretch.at(moment.step);
        if (stretch.isOver())
            end.request_stop();
    };
    const TrainingLane& lane = plan.lanes.front();
    try {
        core::train({.setup = setupOf(lane, watch.control),
                        .recipe = recipeOf(plan, lane),
                        .text = plan.text,
                        .folder = folder.filePath(QStringLiteral("alone")).toStdString()},
            watch);
    } catch (const core::Stopped&) {
        if (!stretch.isOver())
            throw;
    }
    return stretch;
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
    settings.recipe.steps = stepsPlanned;
    settings.recipe.rows = recipe.rows;
    settings.recipe.length = recipe.length;
    view.training()->setSettings(settings);

    core::Json rows = core::Json::array();
    double fastest = 0, processor = 0; // alone, as all are of the same steps
    for (const char* const page : pages) {
        rows.push_back(watched(window, page, stop));
        const Stretch same = alone(TrainingGuide::in(window).runner()->plan(), stop);
        const bool isFirst = rows.size() == 1;
        fastest = isFirst ? same.secondsOfAll() : std::min(fastest, same.secondsOfAll());
        processor = isFirst ? same.processorSecondsOfAll() : std::min(processor, same.processorSecondsOfAll());
    }
    for (core::Json& row : rows) {
        row["alone_seconds"] = fastest;
        row["alone_processor_seconds"] = processor;
        row["cost"] = 1 - fastest / row["seconds"].get<double>();
    }
    return {{"train_window", std::move(rows)}};
}

} // namespace app
