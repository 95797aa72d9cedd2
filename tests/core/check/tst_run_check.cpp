#include "core/check/run_check.h"

#include "core/check/naive_reference.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

constexpr const char* sentence = "Repeat: red dog chair cup. Again: red dog";

struct MainRun
{
    SetupPtr setup;
    std::shared_ptr<Trace> trace;
};

MainRun runOfMain(const std::string& assignments, const TraceRequest& request = {})
{
    MainRun result{configure(openModel("main"), assigned(assignments)), nullptr};
    result.trace = forward(*result.setup, {result.setup->model->tokenizer->encode(sentence)}, request);
    return result;
}

/// The same run with another number at one place of a tensor.
Trace planted(const Trace& trace, const std::string& name, std::initializer_list<Index> place, float number)
{
    Trace changed;
    changed.ids = trace.ids;
    for (TraceEntry entry : trace.entries()) {
        if (entry.name() == name) {
            Tensor copy(name, entry.tensor.axes(), entry.tensor.shape());
            std::copy(entry.tensor.values().begin(), entry.tensor.values().end(), copy.data());
            Index offset = 0;
            std::size_t i = 0;
            for (const Index index : place)
                offset = offset * copy.shape()[i++] + index;
            copy.data()[offset] = number;
            entry.tensor = copy;
        }
        changed.add(std::move(entry));
    }
    return changed;
}

} // namespace

class TestRunCheck : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorOfMainIsComputedAgain_data();
    void everyTensorOfMainIsComputedAgain();
    void aWrongNumberIsFoundAtItsPlace();
    void aWrongMaskIsFoundAtItsPlace();
    void headsThatAreNotRecordedAreSkipped();
    void anotherShapeDiffersEverywhere();
    void whatHasNoTwinIsNamed_data();
    void whatHasNoTwinIsNamed();
    void aRunWithInterventionsIsRefused();
    void aTextThatIsTooLongIsRefusedBeforeAnythingIsComputed();
    void theEstimateIsWhatIsCounted();
    void aStopEndsIt();
};

void TestRunCheck::everyTensorOfMainIsComputedAgain_data()
{
    QTest::addColumn<QString>("assignments");
    for (const char* assignments : {"", "norm.placement=post", "norm.kind=layer_norm", "position.kind=alibi",
             "position.kind=learned", "attention.kind=multi_query", "mask.kind=sliding_window", "feed_forward.kind=plain",
             "block.layout=parallel_two_norms", "topology=encoder", "output.head=none", "score.sinks=true score.soft_cap=5"})
        QTest::newRow(*assignments ? assignments : "as trained") << assignments;
}

void TestRunCheck::everyTensorOfMainIsComputedAgain()
{
    QFETCH(QString, assignments);
    const MainRun run = runOfMain(assignments.toStdString());
    const RunCheck check = checkRun(*run.trace, *run.setup, {});
    QCOMPARE(check.tensors, run.trace->entries().size());
    QVERIFY(check.withoutTwin.empty());
    QVERIFY(check.agrees());
    QVERIFY2(check.relative.value < 1e-4, placeText(check.relative).c_str());
    QVERIFY(check.absolute.value > 0); // float32 beside doubles
    QVERIFY(run.trace->find(check.absolute.tensor));
    QCOMPARE(check.absolute.place.size(), run.trace->at(check.absolute.tensor).shape().size());
}

void TestRunCheck::aWrongNumberIsFoundAtItsPlace()
{
    const MainRun run = runOfMain("");
    const float right = run.trace->at("blocks.2.attn.q").at({5, 1, 7});
    const Trace wrong = planted(*run.trace, "blocks.2.attn.q", {5, 1, 7}, right + 40.f);
    const RunCheck check = checkRun(wrong, *run.setup, {});
    QVERIFY(!check.agrees());
    QCOMPARE(placeText(check.absolute), std::string("blocks.2.attn.q[5, 1, 7]"));
    QCOMPARE(placeText(check.relative), std::string("blocks.2.attn.q[5, 1, 7]"));
    QVERIFY(std::abs(check.absolute.value - 40) < 1e-3);
}

void TestRunCheck::aWrongMaskIsFoundAtItsPlace()
{
    const MainRun run = runOfMain("");
    QVERIFY(std::isinf(run.trace->at("blocks.1.attn.scores").at({3, 2, 9})));
    const RunCheck check = checkRun(planted(*run.trace, "blocks.1.attn.scores", {3, 2, 9}, 0.f), *run.setup, {});
    QCOMPARE(placeText(check.absolute), std::string("blocks.1.attn.scores[3, 2, 9]"));
    QVERIFY(std::isinf(check.absolute.value) && !check.agrees());
}

void TestRunCheck::headsThatAreNotRecordedAreSkipped()
{
    const MainRun run = runOfMain("", {.patterns = {"blocks.*.attn.scores[1,3]", "logits"}});
    const RunCheck check = checkRun(*run.trace, *run.setup, {});
    QCOMPARE(check.tensors, std::size_t(5));
    QVERIFY(check.agrees());

    Trace wrong;
    wrong.ids = run.trace->ids;
    for (TraceEntry entry : run.trace->entries()) {
        Tensor copy(entry.name(), entry.tensor.axes(), entry.tensor.shape());
        std::copy(entry.tensor.values().begin(), entry.tensor.values().end(), copy.data());
        if (entry.name() == "blocks.0.attn.scores")
            copy.row(11)[0] += 9.f; // of 11 tokens: the second head that was kept, its first query
        entry.tensor = copy;
        wrong.add(std::move(entry));
    }
    QCOMPARE(placeText(checkRun(wrong, *run.setup, {}).absolute), std::string("blocks.0.attn.scores[3, 0, 0]"));
}

void TestRunCheck::anotherShapeDiffersEverywhere()
{
    const MainRun run = runOfMain("");
    Trace wrong;
    wrong.ids = {run.trace->ids.begin(), run.trace->ids.end() - 1};
    wrong.add(run.trace->entries().front());
    const RunCheck check = checkRun(wrong, *run.setup, {});
    QCOMPARE(placeText(check.absolute), run.trace->entries().front().name());
    QVERIFY(!check.agrees());
}

void TestRunCheck::whatHasNoTwinIsNamed_data()
{
    QTest::addColumn<QString>("assignments");
    for (const char* assignments :
        {"norm.kind=batch_norm", "mixer.kind=retention", "position.kind=t5_buckets", "rope.scaling=yarn", "attention.kind=latent",
            "feed_forward.kind=mixture", "score.qk_norm=rms_head", "topology=encoder_decoder"})
        QTest::newRow(assignments) << assignments;
}

void TestRunCheck::whatHasNoTwinIsNamed()
{
    QFETCH(QString, assignments);
    const MainRun run = runOfMain(assignments.toStdString());
    QCOMPARE(refusalOf([&] { checkRun(*run.trace, *run.setup, {}); }).found, assignments.toStdString());
}

void TestRunCheck::aRunWithInterventionsIsRefused()
{
    Intervention zero;
    zero.at = "blocks.1.attn.z";
    const MainRun run = runOfMain("", {.patterns = {}, .interventions = {zero}});
    QVERIFY(!refusalOf([&] { checkRun(*run.trace, *run.setup, {}); }).problem.empty());
}

void TestRunCheck::aTextThatIsTooLongIsRefusedBeforeAnythingIsComputed()
{
    MainRun run = runOfMain("");
    run.trace->ids.assign(100'000, 3);
    const Error::Parts refusal = refusalOf([&] { requireCheckable(*run.trace, *run.setup); });
    QVERIFY(!refusal.problem.empty() && !refusal.expected.empty() && !refusal.found.empty());
}

void TestRunCheck::theEstimateIsWhatIsCounted()
{
    // Progress is a share of the estimate: its last value would stay below one, or reach one early, if they differed.
    for (const char* assignments : {"", "feed_forward.kind=plain", "attention.kind=multi_query", "feed_forward.kind=none",
             "embedding.width=7", "output.head=none embedding.width=7"}) {
        const SetupPtr setup = smallSetup(choices(assignments));
        double last = 0, beforeLast = 0;
        RunControl control;
        control.onProgress = [&](double fraction, std::string_view) {
            beforeLast = last;
            last = fraction;
        };
        naiveForward(
            *setup, smallText(), [](const std::string&, const NaiveTensor&) {}, control);
        QVERIFY2(last == 1 || 1 - last < 1e-9, assignments);
        QVERIFY2(beforeLast < 1, assignments);
    }
}

void TestRunCheck::aStopEndsIt()
{
    const MainRun run = runOfMain("");
    std::stop_source source;
    RunControl control;
    control.stop = source.get_token();
    double reached = 0;
    control.onProgress = [&](double fraction, std::string_view) {
        reached = fraction;
        if (fraction > 0.3)
            source.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(checkRun(*run.trace, *run.setup, control), Stopped);
    QVERIFY(reached < 0.4);
}

QTEST_GUILESS_MAIN(TestRunCheck)
#include "tst_run_check.moc"
