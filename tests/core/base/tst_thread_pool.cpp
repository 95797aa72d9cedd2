#include "core/base/thread_pool.h"

#include "core/base/one_thread.h"
#include "core/base/slice_scope.h"

#include <QDeadlineTimer>
#include <QTest>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using core::Index;
using core::OneThread;
using core::ThreadPool;

class TestThreadPool : public QObject
{
    Q_OBJECT
private slots:
    void everyIndexRunsOnce_data();
    void everyIndexRunsOnce();
    void usesSeveralThreads();
    void rethrowsAndStaysUsable();
    void manyCallersTakeTurns();
    void aCallDoesNotWaitForAnother();
    void withinOneThreadJobsMayRunJobs();
    void threadsWithoutAJobHelpTheLastOne();
    void whatAHelperThrowsArrivesWhereItRan();
};

void TestThreadPool::everyIndexRunsOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("chunk");
    for (const int threads : {1, 2, 5})
        for (const int count : {0, 1, 2, 7, 1000})
            for (const int chunk : {1, 3, 2000})
                QTest::addRow("%d threads, %d jobs, chunk %d", threads, count, chunk) << threads << count << chunk;
}

void TestThreadPool::everyIndexRunsOnce()
{
    QFETCH(int, threads);
    QFETCH(int, count);
    QFETCH(int, chunk);
    ThreadPool pool(threads);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::atomic<int>> runs(static_cast<std::size_t>(count));
        pool.run(
            count, [&](Index i) { ++runs[std::size_t(i)]; }, chunk);
        for (const std::atomic<int>& n : runs)
            QCOMPARE(n.load(), 1);
    }
}

void TestThreadPool::usesSeveralThreads()
{
    ThreadPool pool(3);
    std::mutex mutex;
    std::set<std::thread::id> ids;
    pool.run(3, [&](Index) {
        {
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        }
        for (int wait = 0; wait < 2000; ++wait) { // until all three are inside, at most two seconds
            {
                const std::lock_guard lock(mutex);
                if (ids.size() == 3)
                    return;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    QCOMPARE(ids.size(), std::size_t(3));
}

void TestThreadPool::rethrowsAndStaysUsable()
{
    ThreadPool pool(2);
    QVERIFY_EXCEPTION_THROWN(pool.run(100,
                                 [](Index i) {
                                     if (i == 5)
                                         throw std::runtime_error("five");
                                 }),
        std::runtime_error);
    std::atomic<int> sum{0};
    pool.run(10, [&](Index i) { sum += int(i); });
    QCOMPARE(sum.load(), 45);
}

void TestThreadPool::manyCallersTakeTurns()
{
    ThreadPool pool(2);
    std::atomic<int> sum{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            for (int round = 0; round < 200; ++round)
                pool.run(5, [&](Index) { ++sum; });
        });
    for (std::thread& caller : callers)
        caller.join();
    QCOMPARE(sum.load(), 4000);
}

void TestThreadPool::aCallDoesNotWaitForAnother()
{
    ThreadPool pool(2);
    std::atomic<bool> hasBegun{false}, mayEnd{false};
    std::thread slow([&] {
        pool.run(2, [&](Index) {
            hasBegun = true;
            while (!mayEnd)
                std::this_thread::yield();
        });
    });
    while (!hasBegun)
        std::this_thread::yield();
    std::vector<int> runs(7);
    std::thread quick([&] { // on a thread of its own, so that a pool that waits fails here and does not hang
        pool.run(7, [&](Index i) { ++runs[std::size_t(i)]; });
        mayEnd = true;
    });
    const bool isDone = QTest::qWaitFor([&] { return mayEnd.load(); }, 2000);
    mayEnd = true;
    quick.join();
    slow.join();
    QVERIFY(isDone);
    QCOMPARE(runs, std::vector<int>(7, 1));
}

void TestThreadPool::withinOneThreadJobsMayRunJobs()
{
    ThreadPool pool(3);
    std::atomic<int> sum{0}, runs{0};
    pool.run(6, [&](Index) {
        const OneThread alone;
        for (int round = 0; round < 50; ++round)
            pool.run(10, [&](Index i) {
                sum += int(i);
                pool.run(2, [&](Index) { ++runs; });
            });
    });
    QCOMPARE(sum.load(), 6 * 50 * 45);
    QCOMPARE(runs.load(), 6 * 50 * 10 * 2);
    QVERIFY(!OneThread::holds());
    std::atomic<bool> staysOnItsThread{true}; // outside of a job
    const OneThread alone;
    const std::thread::id own = std::this_thread::get_id();
    pool.run(10, [&](Index) { staysOnItsThread = staysOnItsThread && std::this_thread::get_id() == own; });
    QVERIFY(staysOnItsThread);
}

/// Two jobs of an inner run, until two threads have met in them.
template <typename Met> void runUntilHelped(ThreadPool& pool, const Met& met)
{
    const OneThread alone;
    const std::thread::id own = std::this_thread::get_id();
    QDeadlineTimer patience(10'000);
    std::atomic<bool> isHelped{false};
    while (!isHelped && !patience.hasExpired())
        pool.run(2, [&](Index) {
            if (std::this_thread::get_id() != own) {
                isHelped = true;
                met();
            } else {
                std::this_thread::yield();
            }
        });
}

void TestThreadPool::threadsWithoutAJobHelpTheLastOne()
{
    ThreadPool pool(2);
    std::atomic<int> helped{0};
    bool hasSlices = false;
    pool.run(2, [&](Index job) {
        if (job == 0)
            return; // its thread has nothing left to do
        const core::FixedSlices three(3);
        runUntilHelped(pool, [&] {
            ++helped;
            hasSlices = OneThread::holds() && core::sliceCores(1) == 3;
        });
    });
    QVERIFY(helped > 0);
    QVERIFY(hasSlices); // of the thread that is helped
}

void TestThreadPool::whatAHelperThrowsArrivesWhereItRan()
{
    ThreadPool pool(2);
    bool isCaught = false;
    pool.run(2, [&](Index job) {
        if (job == 0)
            return;
        try {
            runUntilHelped(pool, [] { throw std::runtime_error("helper"); });
        } catch (const std::runtime_error&) {
            isCaught = true;
        }
    });
    QVERIFY(isCaught);
    std::atomic<int> sum{0};
    pool.run(5, [&](Index i) { sum += int(i); });
    QCOMPARE(sum.load(), 10);
}

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
