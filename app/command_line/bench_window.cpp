#include "app/command_line/bench_window.h"

#include "app/base/platform.h"
#include "app/window/main_window.h"
#include "app/window/screenshot.h"

#include "core/files/library/model_files.h"
#include "widgets/plot/map_zoom.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <map>

namespace app {

namespace {

/// So many tokens of the built-in tokenizer.
QString textOf(int tokens)
{
    const QStringList sixteen = QStringLiteral("The cat sat on the mat because it was tired and the dog sat on it").split(u' ');
    QStringList words;
    while (words.size() < tokens)
        words << sixteen[words.size() % sixteen.size()];
    return words.join(u' ');
}

/// What a toggle redraws.
struct Scene
{
    const char* key;
    int tokens;
    widgets::SlotMode mode;
};
constexpr Scene scenes[] = {{"toggle_to_pixels_60_tokens_ms", 60, widgets::SlotMode::A},
    {"toggle_to_pixels_abdelta_60_tokens_ms", 60, widgets::SlotMode::All},
    {"toggle_to_pixels_abdelta_ms", 16, widgets::SlotMode::All}, {"toggle_to_pixels_ms", 16, widgets::SlotMode::A}};
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

/// Each toggle with choices not yet computed in this process.
double toggleToPixels(MainWindow& window, const Scene& scene)
{
    WindowState state = window.state();
    state = scene.mode == widgets::SlotMode::A ? withoutB(state) : withMode(withB(state), scene.mode);
    for (RunRequest* slot : {&state.a, state.b ? &*state.b : &state.a})
        slot->text = textOf(scene.tokens).toStdString();
    window.change(state);
    waitForRun(window);
    settle(quietMs);
    std::vector<double> times;
    for (const char* said : {"norm.placement=post", "norm.placement=sandwich", "norm.kind=rms_norm", "position.kind=rope",
             "activation.kind=silu", "position.kind=alibi", "mask.kind=bidirectional"}) {
        core::Choices choices;
        choices.setText(said, int(window.run()->trace->layers()));
        choices.set("norm.eps", 1e-6 * double(&scene - scenes + 2)); // so that no scene has met it
        times.push_back(untilPixels(
            window, [&] { window.setChoices(choices); }, true));
    }
    return median(times);
}

void send(widgets::Plot& plot, QEvent::Type type, const QPointF& at, Qt::MouseButtons held)
{
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, plot.mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(&plot, &event);
}

double slowest(const std::vector<double>& times) { return *std::ranges::max_element(times); }

/// Steps of a drag around the middle of a plot, each until it is painted.
std::vector<double> drag(MainWindow& window, widgets::Plot& plot, const QPointF& middle)
{
    constexpr int steps = 12;
    std::vector<double> pans;
    send(plot, QEvent::MouseButtonPress, middle, Qt::LeftButton);
    for (int step = 1; step <= steps; ++step)
        pans.push_back(untilPixels(
            window, [&] { send(plot, QEvent::MouseMove, middle + QPointF(3 * step, 5 * step), Qt::LeftButton); }, false));
    send(plot, QEvent::MouseButtonRelease, middle + QPointF(3 * steps, 5 * steps), Qt::NoButton);
    return pans;
}

/// One step of the wheel, and one of a drag, on the map in the middle of the left half of the page: the median, and the slowest
/// of all, those after the first step of the wheel among them, where most is in sight.
void zoomAndPan(MainWindow& window, const std::string& name, core::Json& report)
{
    constexpr int steps = 6;
    settle(quietMs);
    auto* plot = window.currentView()->findChild<widgets::Plot*>();
    const QPointF middle(plot->width() * 0.25, plot->height() * 0.5);
    std::vector<double> zooms, pans;
    const auto turn = [&] {
        zooms.push_back(untilPixels(
            window,
            [&] {
                QWheelEvent event(
                    middle, plot->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
                QCoreApplication::sendEvent(plot, &event);
            },
            false));
    };
    turn();
    if (!plot->zoom().isZoomed())
        return; // of few cells
    const std::vector<double> first = drag(window, *plot, middle);
    for (int step = 1; step < steps; ++step)
        turn();
    pans = drag(window, *plot, middle);
    report["zoom_" + name + "_ms"] = median(zooms);
    report["zoom_" + name + "_slowest_ms"] = slowest(zooms);
    report["pan_" + name + "_ms"] = median(pans);
    report["pan_" + name + "_slowest_ms"] = std::max(slowest(first), slowest(pans));
}

/// A text and choices over those of the model.
void runOn(MainWindow& window, int tokens, std::initializer_list<std::pair<const char*, core::Json>> choices)
{
    WindowState state = withoutB(window.state());
    state.a.text = textOf(tokens).toStdString();
    state.a.said = {};
    for (const auto& [key, value] : choices)
        state.a.said.set(key, value);
    window.change(state);
    waitForRun(window);
    settle(quietMs);
}

/// The map of a head over so many tokens.
void zoomHead(MainWindow& window, int tokens, core::Json& report)
{
    runOn(window, tokens, {{"sizes.layers", 1}, {"sizes.heads", 1}});
    window.currentView()->restore(QStringLiteral("attention"), {}); // the head, not the wall of all
    zoomAndPan(window, "map_" + std::to_string(tokens), report);
}

/// Maps of a large model: the wall of 3,072 heads, from there to a head and back, and what 128 experts are given.
void zoomLarge(MainWindow& window, core::Json& report)
{
    runOn(window, 12,
        {{"sizes.layers", 48}, {"sizes.heads", 64}, {"sizes.d_model", 128}, {"sizes.d_head", 2}, {"sizes.d_ff", 128}});
    window.showView("flow");
    settlePage(window, quietMs);
    report["open_wall_48x64_ms"] = untilPixels(
        window,
        [&] {
            window.showView("attention");
            window.currentView()->restore(QStringLiteral("attention_wall"), {});
        },
        false);
    report["wall_48x64_to_head_ms"] = untilPixels(
        window, [&] { window.currentView()->restore(QStringLiteral("attention"), {}); }, false);
    report["head_to_wall_48x64_ms"] = untilPixels(
        window, [&] { window.currentView()->restore(QStringLiteral("attention_wall"), {}); }, false);
    zoomAndPan(window, "wall_48x64", report);
    window.showView("flow");
    zoomAndPan(window, "flow_48", report);
    runOn(window, 60,
        {{"feed_forward.kind", "mixture"}, {"mixture.experts", 128}, {"mixture.top_k", 8}, {"sizes.layers", 4},
            {"sizes.d_ff", 64}});
    window.showView("mixture");
    settlePage(window, quietMs);
    double slowestPage = 0;
    for (const char* page : {"map", "route", "load", "token", "map"})
        slowestPage = std::max(slowestPage,
            untilPixels(
                window,
                [&] {
                    window.currentView()->restore(QStringLiteral("mixture"), {{"show", page}});
                },
                false));
    report["page_experts_128_ms"] = slowestPage;
    zoomAndPan(window, "experts_128", report);
}

/// Each page opened for the first time in a window, on the model that a window opens with: the median of three windows.
void openViews(core::Json& report)
{
    std::map<std::string, std::vector<double>> times;
    for (int again = 0; again < 3; ++again) {
        MainWindow window(
            {.model = QString::fromStdString(core::defaultModel()), .text = textOf(16), .view = "attention", .remembers = false});
        window.resize(1366, 768);
        window.show();
        if (!window.run())
            waitForRun(window);
        settle(quietMs);
        for (const widgets::ViewInfo& view : widgets::allViews())
            if (QByteArray(view.id) != "attention") // which is there
                times[view.id].push_back(untilPixels(
                    window, [&] { window.showView(view.id); }, false));
    }
    double slowest = 0;
    core::Json opened = core::Json::array();
    for (const auto& [view, all] : times) {
        opened.push_back({{"view", view}, {"ms", median(all)}});
        slowest = std::max(slowest, median(all));
    }
    report["open_view_ms"] = slowest;
    report["open_views"] = opened;
}

} // namespace

core::Json benchWindow()
{
    core::Json report;
    MainWindow window({.model = "untrained", .text = textOf(16), .view = "attention", .remembers = false});
    window.resize(1366, 768);
    window.show();
    if (!window.run())
        waitForRun(window);
    const double shown = secondsSinceStart() * 1000;
    report["start_to_first_picture_ms"] = shown + settle(quietMs);

    for (const Scene& scene : scenes)
        report[scene.key] = toggleToPixels(window, scene);

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

    openViews(report);

    window.showView("attention");
    for (const int tokens : {412, 4096})
        zoomHead(window, tokens, report);
    zoomLarge(window, report);
    return report;
}

} // namespace app
