// What pictures need, computed by the runner after the passes.

#include "app/runs/forward_runner.h"

#include "widgets/views/shared/head_scores.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <tuple>

using namespace std::chrono_literals;
using app::ForwardRunner;
using app::RunOutcome;
using app::RunRequest;

class TestRunnerNeeds : public QObject
{
    Q_OBJECT
private slots:
    void itComputesUntilTheNeedsAreThere();
    void needsAreComputedOnTheThreadOfThePasses();
    void whatWasComputedIsNotComputedAgain();
    void whoAsksForMoreHasItInItsOrder();
    void theHeadsOfATrainedModelComeWithItsRun();
    void aStopEndsANeed();
    void aNewRequestEndsANeed();
    void furtherRunsShareTheMemoryOfOne();
    void aRefusedNeedSaysWhy();
};

namespace {

app::SlotsRequest asking(const std::string& text)
{
    app::SlotsRequest request;
    request.a.text = text;
    request.a.model = "untrained";
    return request;
}

widgets::RunPtr nothing(const RunRequest&, const core::RunControl&, const app::RunNews&)
{
    return std::make_shared<const widgets::RunResult>(widgets::RunResult{std::make_shared<core::Trace>(), nullptr});
}

/// A need that has nothing to do with a run.
widgets::Need numberNeed(const std::string& name, int value, const std::function<void(const core::RunControl&)>& work)
{
    return widgets::derivedNeed({{}, {}, name}, [=](const core::RunControl& control) {
        work(control);
        return value;
    });
}

} // namespace

/// What waits for a whole page (a picture of the window) waits for isComputing(), not for isBusy().
void TestRunnerNeeds::itComputesUntilTheNeedsAreThere()
{
    std::atomic<bool> mayGoOn = false;
    ForwardRunner runner;
    QSignalSpy finished(&runner, &ForwardRunner::finished), arrived(&runner, &ForwardRunner::arrived);
    QVERIFY(!runner.isComputing());
    runner.run(asking("The cat"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30000);
    runner.ask(this, {numberNeed("n", 1, [&](const core::RunControl&) {
        while (!mayGoOn)
            std::this_thread::sleep_for(1ms);
    })});
    QVERIFY(!runner.isBusy());
    QVERIFY(runner.isComputing());
    mayGoOn = true;
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, 30000);
    QTRY_VERIFY(!runner.isComputing());
}

void TestRunnerNeeds::needsAreComputedOnTheThreadOfThePasses()
{
    std::atomic<QThread*> ofPass = nullptr, ofNeed = nullptr, ofRun = nullptr;
    ForwardRunner runner([&](const RunRequest& request, const core::RunControl& control, const app::RunNews&) {
        (ofPass ? ofRun : ofPass) = QThread::currentThread();
        return app::RunDesk().carryOut(request, control);
    });
    widgets::NeedResults results;
    connect(&runner, &ForwardRunner::arrived, this, [&](const widgets::NeedResults& some) { results = some; });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    runner.run(asking("The cat sat"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.result, 30000);
    const widgets::Need post = widgets::runNeed(seen.result, "norm.placement", "post", {"blocks.*.resid_post"});
    runner.ask(this, {post, numberNeed("n", 7, [&](const core::RunControl&) { ofNeed = QThread::currentThread(); })});
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isComputing(), 30000);
    QVERIFY(ofPass && ofPass == ofNeed && ofPass == ofRun && ofNeed != QThread::currentThread());
    QCOMPARE(*results.value<int>({{}, {}, "n"}), 7);
    const widgets::RunPtr run = results.run(post.id);
    QVERIFY(run && run->trace->find("blocks.0.resid_post") && !run->trace->find("blocks.0.attn.pattern"));
}

void TestRunnerNeeds::theHeadsOfATrainedModelComeWithItsRun()
{
    for (const auto& [model, wanted, isThere] :
        {std::tuple{"main", true, true}, std::tuple{"main", false, false}, std::tuple{"untrained", true, false}}) {
        ForwardRunner runner;
        RunOutcome seen;
        connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
        app::SlotsRequest request = asking("The cat sat");
        request.a.model = model;
        request.wantsHeads = wanted;
        runner.run(request);
        QTRY_VERIFY_WITH_TIMEOUT(seen.result, 30000);
        QCOMPARE(!widgets::scoredHeads(seen.results, seen.result).empty(), isThere);
    }
}

void TestRunnerNeeds::whatWasComputedIsNotComputedAgain()
{
    std::atomic<int> times = 0;
    ForwardRunner runner(nothing);
    const auto need = [&] { return numberNeed("n", 1, [&](const core::RunControl&) { ++times; }); };
    runner.ask(this, {need()});
    QTRY_VERIFY(!runner.isComputing());
    runner.ask(this, {need()});
    QTRY_VERIFY(!runner.isComputing());
    QCOMPARE(times.load(), 1);
    QVERIFY(runner.store().find({{}, {}, "n"}));
}

/// The picture first, its parts in the order in which they are asked for; who asks again for what is on its way waits for it.
void TestRunnerNeeds::whoAsksForMoreHasItInItsOrder()
{
    ForwardRunner runner(nothing);
    std::vector<std::string> order;
    std::mutex mutex;
    const auto need = [&](const char* name, bool isPart) {
        widgets::Need made = numberNeed(name, 1, [&, name](const core::RunControl&) {
            std::this_thread::sleep_for(10ms);
            const std::lock_guard lock(mutex);
            order.emplace_back(name);
        });
        made.isPart = isPart;
        return made;
    };
    QSignalSpy arrived(&runner, &ForwardRunner::arrived), started(&runner, &ForwardRunner::needsStarted);
    runner.ask(this, {need("part", true), need("picture", false), need("other part", true)});
    runner.ask(this, {need("other part", true)}); // on its way
    QTRY_VERIFY(!runner.isComputing());
    QCOMPARE(started.size(), 1);
    QCOMPARE(order, (std::vector<std::string>{"picture", "part", "other part"}));
    QVERIFY(arrived.size() >= 2); // the picture does not wait for its parts
    QVERIFY(!arrived.first().at(1).toBool() && arrived.last().at(1).toBool());
}

void TestRunnerNeeds::aStopEndsANeed()
{
    std::atomic<bool> started = false, wasStopped = false;
    ForwardRunner runner(nothing);
    QSignalSpy arrived(&runner, &ForwardRunner::arrived), stopped(&runner, &ForwardRunner::needsStopped);
    runner.ask(this, {numberNeed("n", 1, [&](const core::RunControl& control) {
        started = true;
        const auto note = [&](bool is) { wasStopped = is; };
        for (;;) {
            note(control.stop.stop_requested());
            control.check();
            std::this_thread::sleep_for(1ms);
        }
    })});
    QTRY_VERIFY(started);
    runner.stop();
    QCOMPARE(stopped.size(), 1);
    QTRY_VERIFY(!runner.isComputing());
    QVERIFY(wasStopped);
    QCOMPARE(arrived.size(), 0);
    QVERIFY(!runner.store().find({{}, {}, "n"})); // what was stopped is not kept
}

void TestRunnerNeeds::aNewRequestEndsANeed()
{
    std::atomic<bool> started = false;
    ForwardRunner runner(nothing);
    QSignalSpy arrived(&runner, &ForwardRunner::arrived), finished(&runner, &ForwardRunner::finished);
    runner.ask(this, {numberNeed("n", 1, [&](const core::RunControl& control) {
        started = true;
        for (;; std::this_thread::sleep_for(1ms))
            control.check();
    })});
    QTRY_VERIFY(started);
    runner.run(asking("a"));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(arrived.size(), 0);
    QTRY_VERIFY(!runner.isComputing());
}

void TestRunnerNeeds::furtherRunsShareTheMemoryOfOne()
{
    RunRequest slot;
    slot.record.maxBytes = 6000;
    slot.record.patterns = {"logits"};
    widgets::FurtherRun run;
    run.change.set("norm.placement", "post");
    run.patterns = {"blocks.*.resid_post"};
    const RunRequest request = app::requestOf(run, slot, 6);
    QCOMPARE(request.record.maxBytes, std::size_t(1000));
    QCOMPARE(request.record.patterns, run.patterns);
    QCOMPARE(request.said.value("norm.placement").get<std::string>(), std::string("post"));
    QCOMPARE(request.said.value("weights").get<std::string>(), std::string("keep"));
}

void TestRunnerNeeds::aRefusedNeedSaysWhy()
{
    ForwardRunner runner([](const RunRequest& request, const core::RunControl& control, const app::RunNews&) {
        RunRequest tight = request;
        if (!request.record.patterns.empty())
            tight.record.maxBytes = 10;
        return app::RunDesk().carryOut(tight, control);
    });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    runner.run(asking("The cat sat"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.result, 30000);
    const widgets::Need post = widgets::runNeed(seen.result, "norm.placement", "post", {"blocks.*.resid_post"});
    widgets::NeedResults results;
    connect(&runner, &ForwardRunner::arrived, this, [&](const widgets::NeedResults& some) { results = some; });
    runner.ask(this, {post});
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isComputing(), 30000);
    QVERIFY(results.find(post.id) && !results.run(post.id));
    QVERIFY(QByteArray::fromStdString(results.find(post.id)->why).contains("memory"));
}

QTEST_GUILESS_MAIN(TestRunnerNeeds)
#include "tst_runner_needs.moc"
