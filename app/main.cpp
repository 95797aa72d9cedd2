// Cutaway: subcommands run without a display, everything else opens the window.

#include "app/base/languages.h"
#include "app/base/model_names.h"
#include "app/base/platform.h"
#include "app/command_line/arguments.h"
#include "app/command_line/window_options.h"
#include "app/lessons/lesson.h"
#include "app/runs/run_request.h"
#include "app/session/planned_steps.h"
#include "app/session/session_file.h"
#include "app/session/session_repair.h"
#include "app/window/main_window.h"
#include "app/window/screenshot.h"
#include "app/window/settings.h"

#include "core/base/edit_distance.h"
#include "core/base/thread_pool.h"
#include "core/experiments/scan.h"
#include "core/files/library/model_files.h"
#include "core/io/shown_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QHashFunctions>
#include <QIcon>

#include <algorithm>
#include <cstdio>

namespace {

constexpr std::size_t lettersMistyped = 2; // at most, for a word to be a command's

/// Neither a model's name nor a file is said before a window opens; a word nearer to a command than to a model is a mistyped one.
void checkModel(const std::string& model)
{
    if (app::isThere(model) || app::isTraceFile(model))
        return;
    std::vector<std::string> commands;
    for (const app::Command* command : app::commands())
        commands.emplace_back(command->name);
    const std::string command = core::nearestWords(model, commands, 1)[0];
    const std::size_t edits = core::editDistance(model, command);
    if (edits <= lettersMistyped && edits < core::editDistance(model, core::nearestWords(model, app::modelNames(), 1)[0]))
        app::refuse(model, CUTAWAY_TR("neither a command, nor a model, nor a file; --help lists the commands"), command, model);
    throw app::notFound(model);
}

/// What is wrong with it is said before a window opens. A window opens what it can of a damaged session; a picture of it would
/// hide that.
void checkOpened(const std::string& model, bool isScreenshot)
{
    checkModel(model);
    if (app::isLessonFile(model))
        app::readLesson(model);
    else if (app::isPlannedStepsFile(model))
        app::readPlannedSteps(model);
    else if (!isScreenshot && app::isSessionFile(model))
        app::openSession(model);
    else if (app::isStateFile(model))
        app::readStateFile(model);
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int runWindow(int argc, char** argv, const std::stop_token& stop)
{
    app::silenceRemarks();
    const app::Arguments arguments(app::windowOptions, 1, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
    const std::string model = arguments.positionals().empty() ? core::defaultModel() : arguments.positionals()[0];
    const bool isScreenshot = arguments.has("--screenshot");
    checkOpened(model, isScreenshot);
    const std::string language = arguments.text("--lang").value_or("");
    if (!language.empty() && !app::isLanguage(QString::fromStdString(language)))
        app::refuse("--lang", CUTAWAY_TR("unknown language"), app::languageWords(), language);
    app::Settings settings;
    if (!isScreenshot)
        settings = app::loadSettings();
    if (const auto word = arguments.text("--theme")) {
        bool isTheme = true;
        settings.theme = app::themeOfWord(QString::fromStdString(*word), settings.theme, &isTheme);
        if (!isTheme)
            app::refuse("--theme", CUTAWAY_TR("unknown theme"), widgets::themeWords().toStdString(), *word);
    }
    if (const auto view = arguments.text("--view");
        view && std::ranges::none_of(widgets::allViews(), [&](const widgets::ViewInfo& one) { return *view == one.id; }))
        app::refuse("--view", CUTAWAY_TR("unknown page"), core::joinedWords(widgets::allViews(), &widgets::ViewInfo::id), *view);
    if (isScreenshot)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    else if (!hasDisplay())
        throw core::Error({core::ErrorKind::Output, {}, {},
            CUTAWAY_TR("there is no display for the window; `cutaway export` draws figures without one"), {}, {}});

    if (settings.threads > 0)
        core::ThreadPool::setThreads(settings.threads);
    QApplication application(argc, argv);
    QApplication::setApplicationName("cutaway");
    QApplication::setApplicationVersion(CUTAWAY_VERSION);
    QGuiApplication::setDesktopFileName("cutaway");
    QApplication::setWindowIcon(QIcon(":/icons/cutaway.svg"));
    app::setLanguage(!language.empty()     ? QString::fromStdString(language)
            : !settings.language.isEmpty() ? settings.language
            : isScreenshot                 ? QString("en")
                                           : app::currentLanguage());
    const bool isDark = app::isDesktopDark(); // asked while the palette is still that of the desktop
    if (settings.followsSystem && !arguments.has("--theme"))
        settings.theme = isDark ? widgets::ThemeId::Dark : widgets::ThemeId::Light;
    widgets::setCurrentTheme(settings.theme);
    widgets::setTypeFactor(settings.typePercent / 100.0);

    const widgets::SlotMode mode = app::slotModeOf(arguments, "ab");
    std::optional<core::Choices> saidOfB;
    if (arguments.has("--b-set"))
        saidOfB = app::choicesOf(arguments, 1, "b-");

    app::MainWindow window({.model = QString::fromStdString(model),
        .text = QString::fromStdString(arguments.text("--text").value_or("")),
        .view = QString::fromStdString(arguments.text("--view").value_or(core::isScanFile(model) ? "scan" : "")),
        .said = app::choicesOf(arguments, 1),
        .saidOfB = saidOfB,
        .mode = mode,
        .remembers = !isScreenshot});
    const std::stop_callback onInterrupt(
        stop, [&] { QMetaObject::invokeMethod(&application, &QApplication::quit, Qt::QueuedConnection); });
    if (isScreenshot)
        return app::takeScreenshot(
            window, QString::fromStdString(*arguments.text("--screenshot")), arguments.text("--size").value_or("1366x768"));
    QObject::connect(&window, &app::MainWindow::closed, &application, &QApplication::quit, Qt::QueuedConnection);
    window.show();
    if (!app::saysWhatToShow(arguments))
        window.greet();
    QApplication::exec();
    return stop.stop_requested() ? app::Cancelled : app::Done;
}

} // namespace

int main(int argc, char** argv)
{
    QHashSeed::setDeterministicGlobalSeed(); // the order of fonts in a PDF follows from it: the same figure, the same bytes
    const std::stop_token stop = app::stopOnInterrupt();
    int exitCode = 0;
    if (app::runCommandLine(argc, argv, stop, &exitCode))
        return exitCode;
    try {
        return runWindow(argc, argv, stop);
    } catch (const core::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return app::exitCodeOf(error);
    }
}
