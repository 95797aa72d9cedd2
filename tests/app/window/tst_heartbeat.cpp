// The window goes on while a long pass computes: a timer of its thread beats, and between two beats that thread works a small
// part of what the pass does.

#include "app/window/main_window.h"

#include "app/base/languages.h"

#include "tests/app/support/shown_window.h"

#include <QTest>
#include <QTimer>

#include <ctime>

namespace {

/// Milliseconds of processor time: what other programs do does not count.
double worked(clockid_t clock)
{
    timespec time = {};
    ::clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

} // namespace

class TestHeartbeat : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void theWindowGoesOnWhileAPassComputes();
};

void TestHeartbeat::theWindowGoesOnWhileAPassComputes()
{
    const auto window = support::shown();
    int beats = 0;
    double last = 0, longest = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        const double now = worked(CLOCK_THREAD_CPUTIME_ID);
        if (++beats > 1)
            longest = std::max(longest, now - last);
        last = now;
    });
    const double before = worked(CLOCK_PROCESS_CPUTIME_ID);
    window->openModel("untrained-gpt2-small"); // whose numbers are still to be made
    timer.start(5);
    QVERIFY(support::waitUntil([&] { return window->run()->setup->config.dModel == 768; }, 120000));
    timer.stop();
    const double whole = worked(CLOCK_PROCESS_CPUTIME_ID) - before;
    qInfo("%d beats; at most %.0f ms of the window's thread between two of them, of %.0f ms that were computed", beats, longest,
        whole);
    QVERIFY2(beats > 20, qPrintable(QString::number(beats)));
    QVERIFY2(longest < whole / 10, qPrintable(QString("%1 of %2 ms").arg(longest).arg(whole)));
}

QTEST_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
