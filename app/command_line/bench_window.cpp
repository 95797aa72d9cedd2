#include "app/command_line/bench_window.h"

#include "app/main_window.h"
#include "app/platform.h"
#include "app/screenshot.h"

#include "widgets/views/view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>

namespace app {

namespace {

// 16 tokens of the built-in tokenizer.
constexpr const char* sixteenTokens = "The cat sat on the mat because it was tired and the dog sat on it";
constexpr int quietMs = 40, patienceMs = 20'000;

void waitForRun(MainWindow& window)
{
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::runShown, &loop, &QEventLoop::quit);
    QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
    loop.exec();
    if (!window.run() || window.isBusy())
        throw core::Error({core::ErrorKind::Output, {}, "bench --ui", CUTAWAY_TR("there is nothing to draw"), {}, {}});
}

/// From `act` until the last visible widget has painted the result of the run that it starts.
template <class Action>
double untilPixels(MainWindow& window, Action act, bool startsRun)
{
    QElapsedTimer clock;
    clock.start();
    act();
    if (startsRun)
        waitForRun(window);
    const double before = double(clock.nsecsElapsed()) / 1e6;
    return before + settle(quietMs);
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

core::Json benchWindow()
{
    core::Json report;
    MainWindow window({.model = "untrained", .text = sixteenTokens, .view = "attention", .remembers = false});
    window.resize(1366, 768);
    window.show();
    if (!window.run())
        waitForRun(window);
    const double shown = secondsSinceStart() * 1000;
    report["start_to_first_picture_ms"] = shown + settle(quietMs);

    // Choices not yet computed in this process: another seed each time, and a placement.
    std::vector<double> toggles;
    for (const char* said : {"norm.placement=post", "norm.placement=sandwich", "norm.kind=rms_norm", "position.kind=rope",
             "activation.kind=silu", "position.kind=alibi", "mask.kind=bidirectional"}) {
        core::Choices choices;
        choices.setText(said, int(window.run()->trace->layers()));
        toggles.push_back(untilPixels(
            window, [&] { window.setChoices(choices); }, true));
    }
    report["toggle_to_pixels_ms"] = median(toggles);

    std::vector<double> hovers;
    for (int i = 0; i < 12; ++i)
        hovers.push_back(untilPixels(
            window,
            [&] {
                widgets::Selection at = window.selection()->pinned();
                at.query = 4 + i % 8;
                at.key = i % 4;
                window.selection()->hover(at);
            },
            false));
    report["hover_ms"] = median(hovers);

    double open = 0;
    for (const widgets::ViewInfo& view : widgets::allViews())
        if (window.currentView() && window.currentView()->figure().id != QByteArray(view.id))
            open = std::max(open,
                untilPixels(
                    window, [&] { window.showView(view.id); }, false));
    report["open_view_ms"] = open;
    return report;
}

} // namespace app
