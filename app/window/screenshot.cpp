#include "app/window/screenshot.h"

#include "app/window/main_window.h"

#include "core/base/error.h"
#include "widgets/panels/notification_bar.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <cstdio>

namespace app {

namespace {

constexpr int patienceMs = 120'000; // of a large model on a slow machine

/// Counts what is painted anywhere in the program.
class PaintCounter : public QObject
{
public:
    int paints = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            ++paints;
        return false;
    }
};

} // namespace

double settle(int quietMs)
{
    PaintCounter counter;
    qApp->installEventFilter(&counter);
    QElapsedTimer clock;
    clock.start();
    double lastPaint = 0;
    while (double(clock.nsecsElapsed()) / 1e6 - lastPaint < quietMs) {
        const int before = counter.paints;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        if (counter.paints != before)
            lastPaint = double(clock.nsecsElapsed()) / 1e6;
    }
    return lastPaint;
}

void settlePage(MainWindow& window, int quietMs)
{
    settle(quietMs);
    QElapsedTimer clock;
    clock.start();
    while (window.isComputing() && clock.elapsed() < patienceMs)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    settle(quietMs);
}

int takeScreenshot(MainWindow& window, const QString& path, const std::string& size)
{
    int width = 0, height = 0;
    char rest = 0;
    if (std::sscanf(size.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 320 || height < 200 || width > 8000
        || height > 8000)
        throw core::Error({core::ErrorKind::Usage, {}, "--size", CUTAWAY_TR("not a size"), "1366x768", size});
    window.resize(width, height);
    window.show();
    if (window.isBusy()) {
        QEventLoop loop;
        QObject::connect(&window, &MainWindow::runShown, &loop, &QEventLoop::quit);
        QObject::connect(window.notifications(), &widgets::NotificationBar::countChanged, &loop, &QEventLoop::quit);
        QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
        loop.exec();
    }
    settlePage(window);
    if (!window.run()) {
        const auto& messages = window.notifications()->notifications();
        throw core::Error({.problem = messages.empty() ? CUTAWAY_TR("there is nothing to draw") // else a whole line of its own
                                                       : messages.back().text.toStdString()});
    }
    if (!window.grab().save(path, "PNG"))
        throw core::Error({core::ErrorKind::Output, path.toStdString(), {}, CUTAWAY_TR("cannot be written"), {}, {}});
    return 0;
}

} // namespace app
