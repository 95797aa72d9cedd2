// The window goes on while a long pass computes: a timer of its thread beats, and between two beats that thread works a small
// part of what the pass does. A key stops it, and so does the end of the window.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/session/session.h"

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

    double m_whole = 0; // ms of processor time of the long pass

private slots:
    void init() { app::setLanguage("en"); }
    void theWindowGoesOnWhileAPassComputes();
    void aPassIsStopped_data();
    void aPassIsStopped();
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
    const double whole = m_whole = worked(CLOCK_PROCESS_CPUTIME_ID) - before;
    qInfo("%d beats; at most %.0f ms of the window's thread between two of them, of %.0f ms that were computed", beats, longest,
        whole);
    QVERIFY2(beats > 20, qPrintable(QString::number(beats)));
    QVERIFY2(longest < whole / 10, qPrintable(QString("%1 of %2 ms").arg(longest).arg(whole)));
}

void TestHeartbeat::aPassIsStopped_data()
{
    QTest::addColumn<bool>("closes");
    QTest::newRow("by its key") << false;
    QTest::newRow("by the end of the window") << true;
}

void TestHeartbeat::aPassIsStopped()
{
    QFETCH(bool, closes);
    const auto window = support::shown();
    const widgets::RunPtr before = window->run();
    const double start = worked(CLOCK_PROCESS_CPUTIME_ID);
    window->openModel("untrained-gpt2-small");
    QVERIFY(support::waitUntil([&] { return worked(CLOCK_PROCESS_CPUTIME_ID) - start > 20; }, 30000)); // it is on its way
    QVERIFY(window->session().runner().isComputing());
    if (closes)
        window->close();
    else
        QTest::keyClick(window.get(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(!window->isBusy());
    const double stopped = worked(CLOCK_PROCESS_CPUTIME_ID);
    QVERIFY(support::waitUntil([&] { return !window->session().runner().isComputing(); }, 120000));
    const double after = worked(CLOCK_PROCESS_CPUTIME_ID) - stopped;
    QVERIFY(window->run() == before);
    qInfo("%.0f ms were computed after it was stopped, %.0f ms by a whole pass", after, m_whole);
    QVERIFY2(after < m_whole / 4, qPrintable(QString("%1 of %2 ms").arg(after).arg(m_whole)));
}

QTEST_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
