// Loads and runs that are stopped at any moment: the thread hears it soon, and nothing stays behind.
//
// CUTAWAY_MOMENTS=N tries N moments and prints the longest wait; docs/security.md has the numbers.

#include "app/runs/forward_runner.h"

#include "core/files/library/model_files.h"
#include "core/files/library/model_folder.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <thread>

using app::ForwardRunner;

class TestCancelling : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatIsStoppedOpensNothing();
    void everyMomentIsHeard_data();
    void everyMomentIsHeard();

private:
    TemporaryFolder m_folder;
    double m_whole = 0; // milliseconds of processor time of a load and a run that nobody stops
};

namespace {

int moments()
{
    const char* said = std::getenv("CUTAWAY_MOMENTS");
    return said ? std::max(1, std::atoi(said)) : 12;
}

/// Milliseconds of all threads of this process: what other programs do does not count.
double processorTime()
{
    timespec time = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

std::size_t threads()
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        ++count;
    return count;
}

std::size_t usedBytes()
{
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

app::SlotsRequest asking(const std::string& model)
{
    app::SlotsRequest request;
    request.a.model = model;
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "word" + std::to_string(i * 37 % 1000) + " ";
    request.a.text = text;
    return request;
}

} // namespace

/// SmolLM2's layers, six of them, over a vocabulary of 20 000 words: 130 MB, and a tokenizer that takes a while to read.
void TestCancelling::initTestCase()
{
    core::Choices choices;
    for (const char* said :
        {"sizes.layers=6", "sizes.d_model=576", "sizes.heads=9", "sizes.kv_heads=3", "attention.kind=grouped_query",
            "sizes.d_ff=1536", "sizes.vocab=20000", "sizes.context=256", "feed_forward.kind=gated"})
        choices.setText(said, 1);
    core::saveFolder(*core::configure(core::openModel("untrained"), choices), m_folder.path());
    core::Json words = core::Json::object();
    for (int i = 0; i < 20'000; ++i)
        words["word" + std::to_string(i)] = i;
    m_folder.write("tokenizer.json",
        core::writeJson({{"version", "1.0"}, {"added_tokens", core::Json::array()}, {"normalizer", nullptr},
            {"pre_tokenizer", {{"type", "WhitespaceSplit"}}}, {"post_processor", nullptr}, {"decoder", nullptr},
            {"model", {{"type", "WordLevel"}, {"vocab", words}, {"unk_token", "word0"}}}}));

    const double before = processorTime();
    ForwardRunner runner; // the threads that compute are made once
    bool isDone = false;
    connect(&runner, &ForwardRunner::finished, this, [&](const app::RunOutcome& outcome) {
        QVERIFY2(outcome.result, outcome.error.problem.c_str());
        isDone = true;
    });
    runner.run(asking(m_folder.path()));
    QTRY_VERIFY_WITH_TIMEOUT(isDone, 120000);
    m_whole = processorTime() - before;
}

void TestCancelling::whatIsStoppedOpensNothing()
{
    const TemporaryFolder folder;
    folder.write("config.json", "{\"broken\": 1");
    app::RunRequest request;
    request.model = folder.path();
    std::stop_source stop;
    core::RunControl control;
    control.stop = stop.get_token();
    QVERIFY_EXCEPTION_THROWN(app::RunDesk().carryOut(request, control), core::Error);
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(app::RunDesk().carryOut(request, control), core::Stopped); // before what is wrong is reached
}

void TestCancelling::everyMomentIsHeard_data()
{
    QTest::addColumn<int>("within"); // milliseconds after the request
    QTest::newRow("while it is opened") << 60;
    QTest::newRow("while it runs") << 1500;
}

void TestCancelling::everyMomentIsHeard()
{
    QFETCH(int, within);
    std::mt19937 random(7);
    double longest = 0, longestWork = 0;
    std::size_t before = 0, threadsBefore = 0;
    for (int i = 0; i < moments() + 2; ++i) {
        if (i == 2) { // what is made once is there
            ::malloc_trim(0);
            before = usedBytes();
            threadsBefore = threads();
        }
        auto runner = std::make_unique<ForwardRunner>();
        runner->run(asking(m_folder.path()));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % (1000u * unsigned(within))));
        const double work = processorTime();
        const auto begin = std::chrono::steady_clock::now();
        runner.reset(); // stops and joins
        longest = std::max(longest, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        longestWork = std::max(longestWork, processorTime() - work);
        QCoreApplication::processEvents();
    }
    qInfo("%d moments: at most %.0f ms until the thread was joined, %.0f ms of processor time; a whole run takes %.0f ms",
        moments(), longest, longestWork, m_whole);
    QVERIFY2(longestWork < m_whole / 3, qPrintable(QString("%1 of %2 ms").arg(longestWork).arg(m_whole)));
    QCOMPARE(threads(), threadsBefore);
    const std::size_t after = usedBytes();
    QVERIFY2(after < before + (std::size_t(4) << 20), qPrintable(QString("%1 bytes, then %2").arg(before).arg(after)));
}

QTEST_GUILESS_MAIN(TestCancelling)
#include "tst_cancelling.moc"
