// Runs of a window while they are computed, one slot after the other.

#include "app/runs/growing_run.h"

#include "app/runs/forward_runner.h"

#include "tests/app/support/held_model.h"
#include "tests/widgets/support/fulfilled.h"
#include "widgets/run/unfinished.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/flow/numbers.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>

using app::ForwardRunner;
using app::RunOutcome;
using app::RunRequest;

namespace {

app::SlotsRequest asking(const std::string& text)
{
    app::SlotsRequest request;
    request.a.text = text;
    return request;
}

} // namespace

class TestGrowingRun : public QObject
{
    Q_OBJECT
private slots:
    void partsArriveWhileThePassRuns();
    void partsOfBothSlotsArriveWhileTheyRun();
    void aLargeRecordIsSaidBeforeItIsComputed();
};

void TestGrowingRun::partsArriveWhileThePassRuns()
{
    const support::HeldModel slow;
    const auto desk = std::make_shared<app::RunDesk>();
    desk->keep("slow", slow.model);
    ForwardRunner runner([desk](const RunRequest& request, const core::RunControl& control, const app::RunNews& news) {
        return desk->carryOut(request, control, news);
    });
    const auto release = qScopeGuard([&] { // before the runner waits for its pass
        for (const auto& one : slow.held)
            one->letGo();
    });
    widgets::RunPtr part;
    connect(&runner, &ForwardRunner::grew, this, [&](const widgets::RunPtr& a, const widgets::RunPtr& b) {
        part = a;
        QVERIFY(!b);
    });
    widgets::NeedResults arrived;
    connect(&runner, &ForwardRunner::arrived, this, [&](const widgets::NeedResults& results) { arrived = results; });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    app::SlotsRequest request = asking("The cat sat");
    request.a.model = "slow";
    runner.run(request);
    QTRY_VERIFY(slow.held[0]->isRead());
    QTest::qWait(200); // a quick run shows nothing on the way
    slow.held[0]->letGo();
    QTRY_VERIFY(slow.held[1]->isRead() && part && part->trace->layers() > slow.heldLayers[0]);
    QVERIFY(runner.isBusy() && !seen.result);
    const core::Index layers = part->trace->layers();
    QVERIFY(layers <= slow.heldLayers[1] && widgets::isUnfinished(*part));
    QCOMPARE(part->trace->tokens.size(), std::size_t(3));

    // What its picture needs is computed between two layers, and known of the whole.
    const widgets::FigureData data{part, nullptr, {}, {}};
    const widgets::Needs needs = missingNeeds(widgets::flowFigure, data);
    QCOMPARE(core::Index(needs.size()), layers + 1); // with the embedding
    runner.ask(this, needs);
    slow.held[1]->letGo();
    QTRY_VERIFY(arrived.find(needs.front().id));
    QVERIFY(runner.isBusy());
    slow.held[2]->letGo();
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY2(seen.result, seen.error.problem.c_str());
    QVERIFY(!widgets::isUnfinished(*seen.result));
    QVERIFY(runner.store().find(needs.front().id));
    const widgets::FigureData whole = support::fulfilled(widgets::flowFigure, {seen.result, nullptr, {}, {}});
    for (int layer = -1; layer < int(layers); ++layer)
        if (const widgets::LensTokens* early = widgets::lensTokens(arrived, part, {layer, 1})) {
            const widgets::LensTokens* late = widgets::lensTokens(whole.results, seen.result, {layer, 1});
            QCOMPARE(early->front().id, late->front().id);
            QCOMPARE(early->front().probability, late->front().probability);
        }
}

void TestGrowingRun::partsOfBothSlotsArriveWhileTheyRun()
{
    const support::HeldModel first, second;
    const auto desk = std::make_shared<app::RunDesk>();
    desk->keep("first", first.model);
    desk->keep("second", second.model);
    ForwardRunner runner([desk](const RunRequest& request, const core::RunControl& control, const app::RunNews& news) {
        return desk->carryOut(request, control, news);
    });
    const auto release = qScopeGuard([&] {
        for (const auto* model : {&first, &second})
            for (const auto& one : model->held)
                one->letGo();
    });
    widgets::RunPtr a, b;
    connect(&runner, &ForwardRunner::grew, this, [&](const widgets::RunPtr& ofA, const widgets::RunPtr& ofB) {
        a = ofA;
        b = ofB;
    });
    widgets::NeedResults arrived;
    connect(&runner, &ForwardRunner::arrived, this, [&](const widgets::NeedResults& results) { arrived = results; });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    app::SlotsRequest request = asking("The cat sat");
    request.a.model = "first";
    request.b = request.a;
    request.b->model = "second";
    runner.run(request);
    QTRY_VERIFY(first.held[0]->isRead());
    QTest::qWait(200); // a quick run shows nothing on the way
    first.held[0]->letGo();
    QTRY_VERIFY(first.held[1]->isRead() && a && b);
    QVERIFY(widgets::isUnfinished(*a) && a->trace->layers() > first.heldLayers[0]);
    QVERIFY(widgets::isUnfinished(*b) && b->trace->layers() == 1 && b->setup->model == second.model); // its beginning

    for (const auto& one : first.held)
        one->letGo();
    QTRY_VERIFY(second.held[0]->isRead());
    QTest::qWait(200);
    second.held[0]->letGo();
    QTRY_VERIFY(second.held[1]->isRead() && b->trace->layers() > second.heldLayers[0]);
    QVERIFY(!widgets::isUnfinished(*a) && widgets::isUnfinished(*b) && runner.isBusy());
    const widgets::RunPtr wholeA = a;

    // What the picture of both needs is of single layers, of A and of B.
    const widgets::Needs needs = missingNeeds(widgets::flowFigure, {a, b, {}, {}, widgets::SlotMode::SideBySide});
    QVERIFY(std::ranges::all_of(needs, [](const widgets::Need& need) { return need.isPart; }));
    QCOMPARE(core::Index(needs.size()), a->trace->layers() + 1 + b->trace->layers() + 1);
    runner.ask(this, needs);
    second.held[1]->letGo();
    QTRY_VERIFY(arrived.find(needs.front().id));
    for (const auto& one : second.held)
        one->letGo();
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY2(seen.result && seen.b, seen.error.problem.c_str());
    QVERIFY(seen.result == wholeA && !widgets::isUnfinished(*seen.b));
}

void TestGrowingRun::aLargeRecordIsSaidBeforeItIsComputed()
{
    ForwardRunner runner;
    std::vector<app::RunMemory> said;
    connect(&runner, &ForwardRunner::planned, this, [&](const app::RunMemory& memory) {
        QVERIFY(runner.isBusy());
        said.push_back(memory);
    });
    RunOutcome seen;
    connect(&runner, &ForwardRunner::finished, this, [&](const RunOutcome& outcome) { seen = outcome; });
    app::SlotsRequest request;
    request.a.model = "untrained";
    request.a.ids.assign(16, 3);
    runner.run(request);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 30000);
    QVERIFY(said.empty()); // nobody needs to know
    request.a.said.setText("sizes.layers=2", 1);
    request.a.ids.assign(2000, 3);
    runner.run(request);
    QTRY_VERIFY_WITH_TIMEOUT(!runner.isBusy(), 60000);
    QVERIFY2(seen.result, seen.error.problem.c_str());
    QCOMPARE(said.size(), std::size_t(1));
    QCOMPARE(said.front().tokens, core::Index(2000));
    QCOMPARE(said.front().recorded, seen.result->trace->bytes());
    QVERIFY(said.front().allowed >= said.front().recorded && !said.front().readsWeights);
}

QTEST_GUILESS_MAIN(TestGrowingRun)
#include "tst_growing_run.moc"
