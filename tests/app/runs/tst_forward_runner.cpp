#include "app/runs/forward_runner.h"
#include "app/runs/live_models.h"

#include "core/base/one_thread.h"
#include "core/run/weights_in_memory.h"
#include "tests/test_data.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

using namespace std::chrono_literals;
using app::ForwardRunner;
using app::RunOutcome;
using app::RunRequest;

class TestForwardRunner : public QObject
{
    Q_OBJECT
private slots:
    void runsOnAThreadOfItsOwnAndDeliversOnTheOwners();
    void theEventLoopKeepsTurning();
    void theNewestRequestWins();
    void anAnswerThatANewerRequestOvertookIsDropped();
    void errorsArriveInTheirParts();
    void aStoppedRequestIsNotAnswered();
    void progressArrivesOnTheOwnersThread();
    void destructionStopsARunningPass();
    void theBuiltInModelAnswers();
    void anUnknownModelIsAnError();
    void kindsRunOnTheWeightsThatRun();
    void aChangedEndGoesOnFromTheRunBefore();
    void theModelIsKnownBeforeItsPassEnds();
    void weightsHaveRoomBesideTheRuns();
    void aModelThatLearnsLeavesTheThreadsToItsTraining();
};

namespace {

app::SlotsRequest asking(const std::string& text)
{
    app::SlotsRequest request;
    request.a.text = text;
    return request;
}

/// A result that says what was asked.
widgets::RunPtr echo(const RunRequest& request)
{
    auto trace = std::make_shared<core::Trace>();
    trace->model = request.text;
    return std::make_shared<const widgets::RunResult>(widgets::RunResult{trace, nullptr});
}

widgets::RunPtr slowEcho(const RunRequest& request, const core::RunControl& control, const app::RunNews& = {})
{
    for (int i = 0; i < 40; ++i) {
        control.check();
        control.progress(i / 40.0, "work");
        std::this_thread::sleep_for(5ms);
    }
    return echo(request);
}

} // namespace

void TestForwardRunner::runsOnAThreadOfItsOwnAndDeliversOnTheOwners()
{
    std::atomic<QThread*> computed = nullptr;
    QThread* delivered = nullptr;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl&, const app::RunNews&) {
        computed = QThread::currentThread();
        return echo(request);
    });
    connect(&runner, &ForwardRunner::finished, this, [&] { delivered = QThread::currentThread(); });
    runner.run(asking("a"));
    QTRY_COMPARE(delivered, QThread::currentThread());
    QVERIFY(computed != QThread::currentThread());
}

void TestForwardRunner::theEventLoopKeepsTurning()
{
    ForwardRunner runner(slowEcho);
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { ++ticks; });
    timer.start(5);
    QSignalSpy finished(&runner, &ForwardRunner::finished);
    runner.run(asking("a"));
    QVERIFY(finished.wait());
    QVERIFY2(ticks > 10, qPrintable(QString::number(ticks)));
}

void TestForwardRunner::theNewestRequestWins()
{
    std::atomic<int> atOnce = 0, mostAtOnce = 0, completed = 0;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl& control, const app::RunNews&) {
        mostAtOnce = std::max(mostAtOnce.load(), ++atOnce);
        struct End
        {
            std::atomic<int>& count;
            ~End() { --count; }
        } const end{atOnce};
        widgets::RunPtr run = slowEcho(request, control);
        ++completed;
        return run;
    });
    QStringList answers;
    connect(&runner, &ForwardRunner::finished, this,
        [&](const RunOutcome& outcome) { answers += QString::fromStdString(outcome.result->trace->model); });
    for (const char* text : {"first", "second", "third", "last"}) {
        runner.run(asking(text));
        QTest::qWait(15);
    }
    QTRY_VERIFY(!runner.isBusy());
    QTest::qWait(30);
    QCOMPARE(answers, QStringList{"last"});
    QCOMPARE(completed.load(), 1); // what is not asked for any more is not computed to its end
    QCOMPARE(mostAtOnce.load(), 1);
}

void TestForwardRunner::anAnswerThatANewerRequestOvertookIsDropped()
{
    std::atomic<int> computed = 0;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl&, const app::RunNews&) {
        ++computed;
        return echo(request);
    });
    QStringList answers;
    connect(&runner, &ForwardRunner::finished, this,
        [&](const RunOutcome& outcome) { answers += QString::fromStdString(outcome.result->trace->model); });
    runner.run(asking("old"));
    while (computed == 0)
        std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms); // its answer waits in the queue of this thread
    runner.run(asking("new"));
    QTRY_COMPARE(computed.load(), 2);
    QTest::qWait(30);
    QCOMPARE(answers, QStringList{"new"});
}

void TestForwardRunner::errorsArriveInTheirParts()
{
    ForwardRunner runner([](const RunRequest&, const core::RunControl&, const app::RunNews&) -> widgets::RunPtr {
        throw core::Error({core::ErrorKind::BadInput, "model.gguf", "byte 8", "too short", "24", "9"});
    });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    runner.run(asking("a"));
    QTRY_VERIFY(!runner.isBusy());
    QVERIFY(!seen.result);
    QCOMPARE(seen.error.file, std::string("model.gguf"));
    QCOMPARE(seen.error.where, std::string("byte 8"));
    QCOMPARE(seen.error.problem, std::string("too short"));
    QCOMPARE(seen.error.expected, std::string("24"));
    QCOMPARE(seen.error.found, std::string("9"));
    QCOMPARE(seen.request.a.text, std::string("a"));
}

void TestForwardRunner::aStoppedRequestIsNotAnswered()
{
    std::atomic<bool> hasHeard = false;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl& control, const app::RunNews&) {
        while (!control.stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        hasHeard = true;
        control.check();
        return echo(request);
    });
    QSignalSpy finished(&runner, &ForwardRunner::finished);
    QSignalSpy stopped(&runner, &ForwardRunner::stopped);
    runner.run(asking("a"));
    QTest::qWait(20);
    runner.stop();
    QCOMPARE(stopped.size(), 1);
    QVERIFY(!runner.isBusy());
    QTRY_VERIFY(hasHeard && !runner.isComputing()); // the work ends, too
    QTest::qWait(30);
    QCOMPARE(finished.size(), 0);
}

void TestForwardRunner::progressArrivesOnTheOwnersThread()
{
    ForwardRunner runner(slowEcho);
    bool elsewhere = false;
    QList<double> fractions;
    connect(&runner, &ForwardRunner::progressChanged, this, [&](double fraction) {
        elsewhere = elsewhere || QThread::currentThread() != thread();
        fractions += fraction;
    });
    runner.run(asking("a"));
    QTRY_VERIFY(!runner.isBusy());
    QVERIFY(!elsewhere);
    QVERIFY(fractions.size() >= 2);
    QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
}

void TestForwardRunner::destructionStopsARunningPass()
{
    std::atomic<bool> started = false, wasStopped = false;
    {
        ForwardRunner runner([&](const RunRequest& request, const core::RunControl& control, const app::RunNews&) {
            started = true;
            while (!control.stop.stop_requested())
                std::this_thread::sleep_for(1ms);
            wasStopped = true;
            return echo(request);
        });
        runner.run(asking("a"));
        QTRY_VERIFY(started);
    }
    QVERIFY(wasStopped);
    QCoreApplication::processEvents(); // an answer posted to the dead runner would be used here
}

void TestForwardRunner::theBuiltInModelAnswers()
{
    ForwardRunner runner;
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    app::SlotsRequest request = asking("The cat sat");
    request.a.model = "untrained";
    runner.run(request);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY2(seen.result, seen.error.problem.c_str());
    QVERIFY(seen.result->setup);
    QVERIFY(seen.result->trace->find("logits"));
    QVERIFY(seen.result->trace->ids.size() >= 3);
}

void TestForwardRunner::kindsRunOnTheWeightsThatRun()
{
    app::RunDesk desk;
    RunRequest request;
    request.model = "main";
    request.text = "Repeat: red dog";
    request.said.set("position.kind", "none");
    request.said.set("weights", "trained_or_keep");
    const widgets::RunPtr own = desk.carryOut(request, {});
    QCOMPARE(own->setup->origin.model, std::string("position-none")); // trained beside main
    const widgets::CarryOut carryOut = app::carryOutOf(
        {{request}, own}, [&](const RunRequest& one, const core::RunControl& control) { return desk.carryOut(one, control); });
    for (const char* kind : {"none", "alibi"}) {
        const widgets::RunPtr run = carryOut(*widgets::runNeed(own, "position.kind", kind).run, 1, {});
        const core::Tensor& mine = own->trace->at("blocks.0.attn.q");
        const core::Tensor& its = run->trace->at("blocks.0.attn.q"); // before any position comes in
        QCOMPARE(its.at({0, 3, 1}), mine.at({0, 3, 1}));
    }
}

/// Of both slots of a comparison, each from its own run: what is taken is seen by a mark in the run before.
void TestForwardRunner::aChangedEndGoesOnFromTheRunBefore()
{
    const std::vector<core::TokenId> before{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    std::vector<core::TokenId> after = before;
    after.insert(after.end(), {7, 8, 9});
    app::RunDesk desk, other;
    RunRequest a, b;
    a.model = b.model = "main";
    b.said.set("activation.kind", "relu"); // in every layer: nothing of A is B's
    const auto withIds = [](RunRequest request, const std::vector<core::TokenId>& ids) {
        request.ids = ids;
        return request;
    };
    const auto mark = [](const widgets::RunPtr& run) { return const_cast<float*>(run->trace->at("blocks.1.mlp.pre").data()); };
    const widgets::RunPtr a1 = desk.carryOut(withIds(a, before)), b1 = desk.carryOut(withIds(b, before));
    const float ofA = *mark(a1), ofB = *mark(b1);
    *mark(a1) = 1234.f;
    *mark(b1) = 5678.f;
    const widgets::RunPtr a2 = desk.carryOut(withIds(a, after)), b2 = desk.carryOut(withIds(b, after));
    const widgets::RunPtr alone = other.carryOut(withIds(a, after)), bAlone = other.carryOut(withIds(b, after));
    QCOMPARE(*mark(a2), 1234.f);
    QCOMPARE(*mark(b2), 5678.f);
    QVERIFY(*mark(alone) == ofA && *mark(bAlone) == ofB);
    *mark(a2) = ofA;
    *mark(b2) = ofB;
    for (const auto& [found, expected] : {std::pair{a2, alone}, {b2, bAlone}})
        for (const core::TraceEntry& entry : expected->trace->entries()) {
            const core::Tensor& tensor = found->trace->at(entry.name());
            QCOMPARE(tensor.shape(), entry.tensor.shape());
            const bool isAlike = std::memcmp(tensor.data(), entry.tensor.data(), std::size_t(tensor.size()) * sizeof(float)) == 0;
            if (entry.name() != "blocks.1.mlp.post") // which was computed of the mark
                QVERIFY2(isAlike, entry.name().c_str());
        }
}

void TestForwardRunner::theModelIsKnownBeforeItsPassEnds()
{
    ForwardRunner runner;
    std::vector<core::Choices> told;
    bool wasBusy = true;
    connect(&runner, &ForwardRunner::configuredChanged, this, [&] {
        const core::SetupPtr& ofB = runner.configured(true);
        told.push_back((ofB ? ofB : runner.configured(false))->said);
        wasBusy &= runner.isBusy();
    });
    app::SlotsRequest request = asking("The cat sat on the mat");
    request.a.model = "untrained";
    request.b = request.a;
    request.b->said.set("activation.kind", "relu");
    runner.run(request);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY(wasBusy);
    QVERIFY((told == std::vector{request.a.said, request.b->said}));
    QVERIFY(!runner.configured(false) && !runner.configured(true)); // its run is there
}

/// Runs of a window share them: what one run may have bounds what it records.
void TestForwardRunner::weightsHaveRoomBesideTheRuns()
{
    const std::string file = TEST_DATA "/golden/gguf-q8_0/model.gguf";
    const core::SetupPtr setup = core::configure(core::openModel(file), {});
    const std::size_t stored = core::WeightsInMemory::bytes(*setup, core::MatrixForm::Stored);
    app::SlotsRequest request;
    request.a.model = file;
    std::size_t recorded = 0;
    for (core::TokenId id = 1; 2 * recorded < stored; id = id % 9 + 1) {
        request.a.ids.push_back(id);
        recorded = core::plan(setup->config, core::Index(request.a.ids.size())).traceBytes();
    }
    ForwardRunner runner;
    runner.setMemory(6 * recorded);
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    runner.run(request);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY2(seen.result, seen.error.problem.c_str());
    const core::Setup& ran = *seen.result->setup;
    QVERIFY(std::ranges::any_of(ran.specs, [&](const core::WeightSpec& spec) { // not read anew for each product
        return spec.shape.size() == 2 && ran.weights.at(spec.name).heldMatrix(core::MatrixForm::Stored);
    }));
}

void TestForwardRunner::anUnknownModelIsAnError()
{
    ForwardRunner runner;
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    app::SlotsRequest request = asking("The cat sat");
    request.a.model = "no-such-model";
    runner.run(request);
    QTRY_VERIFY(!runner.isBusy());
    QVERIFY(!seen.result);
    QVERIFY(!seen.error.problem.empty());
}

void TestForwardRunner::aModelThatLearnsLeavesTheThreadsToItsTraining()
{
    std::atomic<bool> isAlone = false;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl&, const app::RunNews&) {
        isAlone = core::OneThread::holds();
        return echo(request);
    });
    QSignalSpy finished(&runner, &ForwardRunner::finished);
    const auto isAloneFor = [&](const std::string& model) {
        app::SlotsRequest request = asking("text");
        request.a.model = model;
        runner.run(request);
        return finished.wait() && isAlone;
    };
    auto model = std::make_shared<core::Model>();
    model->name = "trained@1";
    app::LiveModel live{.model = model, .history = nullptr};
    const std::string learning = app::addLiveModel(901, std::make_shared<const app::LiveModel>(live));
    live.memory = std::make_shared<const core::OptimizerMemory>(); // the training is paused, or over
    const std::string resting = app::addLiveModel(902, std::make_shared<const app::LiveModel>(live));
    QVERIFY(isAloneFor(learning));
    QVERIFY(!isAloneFor(resting));
    QVERIFY(!isAloneFor("main"));
    QCOMPARE(finished.count(), 3);
}

QTEST_GUILESS_MAIN(TestForwardRunner)
#include "tst_forward_runner.moc"
