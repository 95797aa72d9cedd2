#include "app/base/latest_worker.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

class TestLatestWorker : public QObject
{
    Q_OBJECT
private slots:
    void ofManyWaitingJobsOnlyTheNewestRuns();
    void aNewerJobStopsTheRunningOne();
    void stopDropsWhatWaits();
    void destructionStopsTheRunningJobAndDropsTheWaitingOne();
    void jobsOfManyThreadsAreSafe();
};

namespace {

/// A job that runs until it is stopped.
void untilStopped(const std::stop_token& stop)
{
    while (!stop.stop_requested())
        std::this_thread::sleep_for(1ms);
}

} // namespace

void TestLatestWorker::ofManyWaitingJobsOnlyTheNewestRuns()
{
    std::atomic<bool> started = false, release = false;
    std::vector<int> ran; // on the worker only, read after it is idle
    app::LatestWorker worker;
    worker.submit([&](const std::stop_token&) {
        started = true;
        while (!release)
            std::this_thread::sleep_for(1ms);
    });
    QTRY_VERIFY(started);
    for (int i = 0; i < 5; ++i)
        worker.submit([&ran, i](const std::stop_token&) { ran.push_back(i); });
    release = true;
    QTRY_VERIFY(!worker.isBusy());
    QCOMPARE(ran, std::vector<int>{4});
}

void TestLatestWorker::aNewerJobStopsTheRunningOne()
{
    std::atomic<bool> started = false, second = false;
    app::LatestWorker worker;
    worker.submit([&](const std::stop_token& stop) {
        started = true;
        untilStopped(stop);
    });
    QTRY_VERIFY(started);
    worker.submit([&](const std::stop_token& stop) { second = !stop.stop_requested(); });
    QTRY_VERIFY(second);
}

void TestLatestWorker::stopDropsWhatWaits()
{
    std::atomic<bool> started = false, second = false;
    app::LatestWorker worker;
    worker.submit([&](const std::stop_token& stop) {
        started = true;
        untilStopped(stop);
        std::this_thread::sleep_for(20ms);
    });
    QTRY_VERIFY(started);
    worker.submit([&](const std::stop_token&) { second = true; });
    worker.stop();
    QTRY_VERIFY(!worker.isBusy());
    QVERIFY(!second);
}

void TestLatestWorker::destructionStopsTheRunningJobAndDropsTheWaitingOne()
{
    std::atomic<bool> started = false, ended = false, second = false;
    {
        app::LatestWorker worker;
        worker.submit([&](const std::stop_token& stop) {
            started = true;
            untilStopped(stop);
            ended = true;
        });
        QTRY_VERIFY(started);
        worker.submit([&](const std::stop_token&) { second = true; });
    }
    QVERIFY(ended);
    QVERIFY(!second);
}

void TestLatestWorker::jobsOfManyThreadsAreSafe()
{
    std::atomic<int> ran = 0;
    app::LatestWorker worker;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i)
                worker.submit([&](const std::stop_token&) { ++ran; });
        });
    threads.clear();
    QTRY_VERIFY(!worker.isBusy());
    QVERIFY(ran >= 1 && ran <= 800);
}

QTEST_GUILESS_MAIN(TestLatestWorker)
#include "tst_latest_worker.moc"
