// Interventions by pointing, without a widget: what a session makes of them, what undo does, what a file keeps.

#include "app/session/intervened.h"

#include "app/base/languages.h"
#include "app/session/session.h"
#include "app/session/session_file.h"
#include "app/session/why_unfit.h"

#include "core/run/forward.h"
#include "core/run/intervention_list.h"
#include "core/trace/direction.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using app::Session;

namespace {

const core::Intervention kHead{.at = "blocks.1.attn.z[2]"};

bool sameLogits(const core::Trace& a, const core::Trace& b)
{
    const core::Tensor &x = a.at("logits"), &y = b.at("logits");
    return x.shape() == y.shape() && std::equal(x.values().begin(), x.values().end(), y.values().begin());
}

} // namespace

class TestIntervened : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void whatIsPutInForceIsTheRunOfTheEngineWithIt();
    void aStaysUntouchedWhicheverSlotIsEdited();
    void ofTwoRunsBIsChanged();
    void undoBringsTheSameBitsBack();
    void aSliderIsOneStepOfUndo();
    void aSecondOneOnAPlaceComesInItsStead();
    void whatNoLongerFitsIsKeptAndSaid();
    void aTextIsOfBothWhileOnlyInterventionsDiffer();
    void anotherModelKeepsThemForWhenTheyFitAgain();
    void aSessionKeepsStrengthAndSwitch();
    void aSessionNamesSavedVectorsFromItsFolder();
    void aWeightOfAnotherModelIsUndoneAndSwitched();

private:
    void begin();
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_session->isBusy(), 30000); }
    void put(const std::vector<core::Intervention>& list)
    {
        m_session->change(app::withInterventions(m_session->state(), list));
        settle();
    }
    std::vector<core::Intervention> list() const { return m_session->state().slot().record.interventions; }

    std::unique_ptr<Session> m_session;
};

void TestIntervened::init() { app::setLanguage("en"); }

void TestIntervened::begin()
{
    m_session = std::make_unique<Session>();
    m_session->begin({.model = "main", .text = "red dog chair. red dog"});
    settle();
    QVERIFY(m_session->run());
}

void TestIntervened::whatIsPutInForceIsTheRunOfTheEngineWithIt()
{
    begin();
    put({kHead});
    const widgets::RunPtr b = m_session->runOf(1);
    core::TraceRequest record;
    record.interventions = {kHead};
    QVERIFY(sameLogits(*b->trace, *core::forward(*b->setup, {.ids = b->trace->ids}, record)));
    QVERIFY(!sameLogits(*b->trace, *m_session->runOf(0)->trace));
    QCOMPARE(b->trace->replaced, std::vector<std::string>{"blocks.1.attn.z"});
}

void TestIntervened::aStaysUntouchedWhicheverSlotIsEdited()
{
    begin();
    const widgets::RunPtr a = m_session->run();
    put({kHead});
    QCOMPARE(m_session->runOf(0), a); // not computed again
    QVERIFY(m_session->state().a.record.interventions.empty());
    QCOMPARE(m_session->state().mode, widgets::SlotMode::SideBySide);
    m_session->change(app::withMode(m_session->state(), widgets::SlotMode::A)); // A is looked at, and edited
    const core::Intervention branch{.at = "blocks.0.mlp_out"};
    put({branch});
    QCOMPARE(m_session->runOf(0), a);
    QVERIFY(m_session->state().a.record.interventions.empty());
    QCOMPARE(m_session->state().edited, 1);
    QVERIFY((list() == std::vector{kHead, branch}));
    QCOMPARE(m_session->state().mode, widgets::SlotMode::SideBySide); // the run with it is seen
}

/// Of another model or another text, too: what is pointed at in A's picture is changed in B.
void TestIntervened::ofTwoRunsBIsChanged()
{
    begin();
    app::WindowState two = app::withB(m_session->state());
    two.b->said.set("norm.kind", "layer_norm");
    two.edited = 0;
    m_session->change(two);
    settle();
    put({kHead});
    QVERIFY(m_session->state().a.record.interventions.empty());
    QVERIFY(m_session->state().b->record.interventions == std::vector{kHead});
    QCOMPARE(&app::intervenedRequest(m_session->state()), &*m_session->state().b);

    app::WindowState texts = app::withB(app::withoutB(m_session->state()));
    texts.b->text = "red dog cup. red dog";
    texts.edited = 0;
    QCOMPARE(app::intervenedSlot(texts), 1);
    QCOMPARE(app::intervenedRequest(texts).text, texts.b->text);
    texts.a.record.interventions = {kHead}; // of a session that has some in A
    QCOMPARE(app::intervenedSlot(texts), 0);
}

void TestIntervened::undoBringsTheSameBitsBack()
{
    begin();
    put({kHead});
    const widgets::RunPtr first = m_session->run();
    core::Intervention half = kHead;
    half.strength = 0.5f;
    m_session->change(app::withListOf(m_session->state(), m_session->state().edited, {half}));
    settle();
    QVERIFY(!sameLogits(*m_session->run()->trace, *first->trace));
    m_session->undo();
    settle();
    QVERIFY(sameLogits(*m_session->run()->trace, *first->trace));
    m_session->undo();
    settle();
    QVERIFY(!m_session->state().b && list().empty());
    m_session->redo();
    settle();
    QVERIFY(list() == std::vector{kHead} && sameLogits(*m_session->run()->trace, *first->trace));
}

void TestIntervened::aSliderIsOneStepOfUndo()
{
    begin();
    put({kHead, {.at = "blocks.2.mlp_out"}});
    const int steps = m_session->history()->count();
    for (const float strength : {0.9f, 0.5f, 0.2f}) {
        std::vector<core::Intervention> next = list();
        next[1].strength = strength;
        m_session->change(app::withListOf(m_session->state(), m_session->state().edited, next));
    }
    QCOMPARE(m_session->history()->count(), steps + 1);
    std::vector<core::Intervention> next = list();
    next[0].strength = 0.5f; // another one
    m_session->change(app::withListOf(m_session->state(), m_session->state().edited, next));
    QCOMPARE(m_session->history()->count(), steps + 2);
    m_session->undo();
    QCOMPARE(list()[1].strength, 0.2f);
    m_session->undo();
    QCOMPARE(list()[1].strength, 1.f);
    settle();
}

void TestIntervened::aSecondOneOnAPlaceComesInItsStead()
{
    begin();
    put({kHead, {.at = "blocks.2.mlp_out"}});
    core::Intervention mean = kHead;
    mean.op = core::InterventionOp::Mean;
    put({mean});
    QVERIFY(list() == (std::vector<core::Intervention>{mean, {.at = "blocks.2.mlp_out"}}));

    // What is added, and a factor, stand beside it, and beside other sums; the same sum once more does not.
    const core::Intervention one{.at = kHead.at, .op = core::InterventionOp::Add, .value = {{}, {1.f}}},
        two{.at = kHead.at, .op = core::InterventionOp::Add, .value = {{}, {2.f}}},
        half{.at = kHead.at, .op = core::InterventionOp::Scale, .value = {{}, {0.5f}}};
    for (const core::Intervention& added : {one, two, half, one, half})
        put({added});
    QVERIFY(list() == (std::vector<core::Intervention>{mean, {.at = "blocks.2.mlp_out"}, one, two, half}));
    put({kHead});
    QCOMPARE(list().size(), std::size_t(5));
    QVERIFY(list().front() == kHead);
}

void TestIntervened::whatNoLongerFitsIsKeptAndSaid()
{
    begin();
    put({kHead, {.at = "blocks.3.mlp_out"}});
    const std::vector<core::Intervention> before = list();
    core::Choices fewer;
    fewer.setText("sizes.layers=2", 4);
    m_session->setChoices(fewer);
    settle();
    QVERIFY(list() == before);
    const auto unfit = [&] {
        const widgets::RunResult& run = *m_session->run();
        return core::unfitInterventions(
            run.setup->config, core::Index(run.trace->ids.size()), 0, m_session->state().slot().record);
    };
    QCOMPARE(unfit().size(), std::size_t(1));
    QCOMPARE(unfit().front().number, std::size_t(1));
    QCOMPARE(m_session->run()->trace->replaced, std::vector<std::string>{"blocks.1.attn.z"}); // the other one acts
    m_session->undo();
    settle();
    QVERIFY(unfit().empty());
}

void TestIntervened::aTextIsOfBothWhileOnlyInterventionsDiffer()
{
    begin();
    put({kHead});
    m_session->setPrompt("red dog");
    settle();
    QCOMPARE(m_session->state().a.text, std::string("red dog"));
    QCOMPARE(m_session->state().b->text, std::string("red dog"));
    m_session->addChoice("activation.kind", "relu"); // of B alone
    settle();
    m_session->setPrompt("a cup");
    settle();
    QCOMPARE(m_session->state().a.text, std::string("red dog"));
}

void TestIntervened::anotherModelKeepsThemForWhenTheyFitAgain()
{
    begin();
    core::Intervention swap{.at = "weights.blocks.2.attn.q.weight", .op = core::InterventionOp::From};
    swap.source.file = "main@0";
    put({kHead, {.at = "blocks.0.mlp_out"}, swap});
    const std::vector<core::Intervention> before = list();
    const widgets::RunPtr ofMain = m_session->run();
    QVERIFY(m_session->open("one-layer"));
    settle();
    QVERIFY(list() == before);
    QCOMPARE(m_session->run()->trace->interventions.size(), std::size_t(1)); // what fits acts
    QCOMPARE(m_session->run()->trace->replaced, std::vector<std::string>{"blocks.0.mlp_out"});
    const QStringList reasons = app::whyUnfit(*m_session->run(), m_session->state().slot());
    QVERIFY(reasons.size() == 3 && reasons[1].isEmpty());
    QVERIFY2(reasons[0].startsWith("matches no tensor of this model"), qPrintable(reasons[0]));
    QVERIFY2(reasons[2].startsWith("matches no weight of this model"), qPrintable(reasons[2]));
    QVERIFY(m_session->open("main"));
    settle();
    QCOMPARE(app::whyUnfit(*m_session->run(), m_session->state().slot()).join(QString()), QString());
    QVERIFY(sameLogits(*m_session->run()->trace, *ofMain->trace));
    QCOMPARE(m_session->run()->trace->interventions.size(), std::size_t(3));
}

void TestIntervened::aSessionKeepsStrengthAndSwitch()
{
    const QTemporaryDir folder;
    core::Intervention off = kHead;
    off.isOff = true;
    core::Intervention part{.at = "blocks.0.attn.pattern", .slice = {{"head", 1, 1}, {"query", 2, 4}}};
    part.strength = 0.3f;
    core::Intervention swap{.at = "weights.blocks.0.attn.q.weight", .op = core::InterventionOp::From};
    swap.source.file = "main@0"; // a name, whatever folder the file is in
    app::WindowState state;
    state.a.model = "main";
    state.a.text = "red dog";
    state.a.record.interventions = {off, part, swap};
    const app::SessionContents contents{.state = state, .figure = {}, .options = {}, .selection = {}};
    const QString first = folder.filePath("one.cutaway"), second = folder.filePath("two.cutaway");
    app::writeSessionFile(first, contents);
    state.a = app::readSessionFile(first.toStdString()).request.a;
    QCOMPARE(state.a.record.interventions.size(), std::size_t(3));
    QCOMPARE(state.a.record.interventions[2].source.file, std::string("main@0"));
    state.a.record.interventions[2].source.folder.clear(); // of the list that was read
    QVERIFY(state.a.record.interventions == (std::vector<core::Intervention>{off, part, swap}));
    app::writeSessionFile(second, contents);
    QFile one(first), two(second);
    QVERIFY(one.open(QIODevice::ReadOnly) && two.open(QIODevice::ReadOnly));
    const QByteArray bytes = one.readAll();
    QVERIFY(bytes.contains("\"strength\": 0.3") && bytes.contains("\"off\": true"));
    QCOMPARE(two.readAll(), bytes);
}

void TestIntervened::aSessionNamesSavedVectorsFromItsFolder()
{
    const QTemporaryDir folder;
    core::Intervention saved{.at = "blocks.1.resid_pre", .op = core::InterventionOp::Add}, texts = saved;
    saved.value.numbers = {2};
    saved.source = {folder.filePath("v.npy").toStdString(), ""};
    texts.value.numbers = {-1.5f};
    core::setDirection(texts, {core::DirectionKind::Difference, "a dog", "a cup"});
    app::WindowState state;
    state.a.model = "main";
    state.a.text = "red dog";
    state.a.record.interventions = {saved, texts};
    const QString path = folder.filePath("one.cutaway");
    app::writeSessionFile(path, {.state = state, .figure = {}, .options = {}, .selection = {}});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.contains("\"source\": \"v.npy\"") && !bytes.contains(folder.path().toUtf8()));
    const std::vector<core::Intervention> read = app::readSessionFile(path.toStdString()).request.a.record.interventions;
    QCOMPARE(read.size(), std::size_t(2));
    QVERIFY(read[0] == saved); // in full again, whatever is exported from then on
    QVERIFY(read[1] == texts);
}

/// Of A, while B stays: listed with its own switch, one step of undo.
void TestIntervened::aWeightOfAnotherModelIsUndoneAndSwitched()
{
    begin();
    app::WindowState state = app::withB(m_session->state());
    state.b->model = "main@0";
    m_session->change(state);
    settle();
    const widgets::RunPtr a = m_session->runOf(0), b = m_session->runOf(1);
    const std::string name = "blocks.1.attn.q.weight";
    core::Intervention swap{.at = "weights." + name, .op = core::InterventionOp::From};
    swap.source.file = "main@0";
    m_session->change(app::withInterventionsIn(m_session->state(), 0, {swap}));
    settle();
    QCOMPARE(m_session->state().edited, 0);
    QVERIFY(m_session->state().b->record.interventions.empty());
    const widgets::RunPtr swapped = m_session->runOf(0);
    QCOMPARE(swapped->setup->weights.share(name), b->setup->weights.share(name)); // and its packed form with it
    core::Setup expected = *a->setup;
    expected.weights.set(name, b->setup->weights.share(name));
    QVERIFY(sameLogits(*swapped->trace, *core::forward(expected, {.ids = a->trace->ids})));
    QCOMPARE(m_session->runOf(1), b);

    swap.isOff = true;
    m_session->change(app::withListOf(m_session->state(), m_session->state().edited, {swap}));
    settle();
    QVERIFY(sameLogits(*m_session->runOf(0)->trace, *a->trace));
    QCOMPARE(m_session->state().a.record.interventions.size(), std::size_t(1));
    m_session->undo();
    settle();
    QVERIFY(sameLogits(*m_session->runOf(0)->trace, *swapped->trace));
    m_session->undo();
    settle();
    QVERIFY(m_session->state().a.record.interventions.empty());
    QVERIFY(sameLogits(*m_session->runOf(0)->trace, *a->trace));
}

QTEST_GUILESS_MAIN(TestIntervened)
#include "tst_intervened.moc"
