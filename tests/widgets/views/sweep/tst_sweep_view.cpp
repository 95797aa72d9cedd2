// The picture of a sweep is the rows of core/experiments: values, bands over seeds, A beside B; and the page that chooses them.

#include "core/experiments/sweep_values.h"
#include "core/run/same_weights.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/sweep/figure.h"
#include "widgets/views/sweep/numbers.h"
#include "widgets/views/sweep/view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

RunPtr firstRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat");
    return run;
}

RunPtr otherRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat", {"norm.kind=rms_norm", "position.kind=alibi"});
    return run;
}

FigureData dataOf(const QVariantMap& options, SlotMode mode = SlotMode::A, Side side = Side::A)
{
    FigureData data{firstRun(), mode == SlotMode::A ? nullptr : otherRun(), {.layer = 1}, options, mode};
    data.side = side;
    return support::fulfilled(sweepFigure, data);
}

QVariantMap optionsOf(const char* over, int seeds = 0, const char* metric = "loss")
{
    return {{sweptOption.name(), QString::fromLatin1(over)}, {seedsOption.name(), seeds},
        {metricOption.name(), QString::fromLatin1(metric)}};
}

std::vector<core::SweepRow> expectedRows(const RunPtr& run, const char* over, int seeds = 0, const char* metric = "loss")
{
    core::SweepRequest request = core::sweepOver(over);
    request.seeds = seeds;
    request.input = core::inputOf(*run->trace);
    request.measured = metric;
    return core::sweep(run->setup->model, run->setup->said, request);
}

std::vector<double> drawn(const FigureData& data, const char* series)
{
    std::vector<double> values;
    for (const NumberSet& set : figureNumbers(sweepFigure, data, FigureStyle()))
        if (set.name == QLatin1String(series))
            for (std::size_t i = 1; i < set.values.size(); i += 2)
                values.push_back(set.values[i]);
    return values;
}

std::vector<double> resultsOf(const std::vector<core::SweepRow>& rows)
{
    std::vector<double> values;
    for (const core::SweepRow& row : rows)
        values.push_back(row.result);
    return values;
}

} // namespace

class TestSweepView : public QObject
{
    Q_OBJECT

private slots:
    /// A window runs a trained sibling where a choice has one; a curve is of the weights of one model, as `sweep` measures it.
    void everyValueHasTheWeightsOfTheRun()
    {
        const core::ModelPtr model = core::openModel("main");
        core::Choices said;
        said.set("weights", "trained_or_keep");
        const core::SetupPtr setup = core::configure(model, said);
        core::ForwardInput input;
        input.ids = model->tokenizer->encode("Repeat: red dog chair cup. Again: red dog");
        const auto run = std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
        said.setText("sizes.layers=1", 4);
        QVERIFY(core::configure(model, said)->origin.model != "main"); // there is one
        FigureData data{run, nullptr, {}, optionsOf("sizes.layers=1,2,4")};
        data = support::fulfilled(sweepFigure, data);
        core::SweepRequest request = core::sweepOver("sizes.layers=1,2,4");
        request.input = core::inputOf(*run->trace);
        request.measured = "loss";
        QCOMPARE(resultsOf(sweptRows(data, run)), resultsOf(core::sweep(model, {}, request)));
    }

    void everyPointIsItsRun()
    {
        const FigureData data = dataOf(optionsOf("sizes.layers=1,2,4"));
        QVERIFY2(sweepFigure.whyNot(data).isEmpty(), qPrintable(sweepFigure.whyNot(data)));
        const std::vector<core::SweepRow> expected = expectedRows(firstRun(), "sizes.layers=1,2,4");
        QCOMPARE(drawn(data, "measured"), resultsOf(expected));
        core::SweepRequest request = *sweepOf(data, data.a);
        QCOMPARE(sweepFigure.table(data), QString::fromStdString(core::toCsv(request, expected))); // as the command prints it
        QVERIFY(sweepFigure.caption(data).contains("loss"));
    }

    void whatIsInForceInTheRunIsInEveryPoint()
    {
        core::TraceRequest under;
        under.interventions = {{.at = "blocks.0.mlp_out", .op = core::InterventionOp::Scale, .value = {{}, {-3.f}}}};
        const FigureData data = support::fulfilled(sweepFigure,
            {support::tinyRun("The cat sat on the mat", {}, under), nullptr, {.layer = 1}, optionsOf("sizes.layers=1,2")});
        core::SweepRequest request = *sweepOf(data, data.a);
        request.inForce = under.interventions;
        const std::vector<core::SweepRow> expected = core::sweep(data.a->setup->model, data.a->setup->said, request);
        QCOMPARE(drawn(data, "measured"), resultsOf(expected));
        QVERIFY(drawn(data, "measured") != resultsOf(expectedRows(firstRun(), "sizes.layers=1,2")));
    }

    void bandsAreOverSeeds()
    {
        const FigureData data = dataOf(optionsOf("norm.placement=pre,post", 3, "entropy@-1"));
        const std::vector<core::SweepRow> expected = expectedRows(firstRun(), "norm.placement=pre,post", 3, "entropy@-1");
        QCOMPARE(expected.size(), std::size_t(6));
        std::vector<double> mean, least, most;
        for (const core::SweepBand& band : core::bandsOf(expected)) {
            mean.push_back(band.mean);
            least.push_back(band.least);
            most.push_back(band.most);
        }
        QCOMPARE(drawn(data, "mean"), mean);
        QCOMPARE(drawn(data, "least"), least);
        QCOMPARE(drawn(data, "most"), most);
        QCOMPARE(drawn(data, "seeds"), resultsOf(expected));
        QVERIFY(most[0] > least[0]);
        QVERIFY2(sweepFigure.caption(data).contains("Post") && sweepFigure.subtitle(data).contains("3 seeds"),
            qPrintable(sweepFigure.caption(data)));
    }

    void aTensorIsItsMean()
    {
        const FigureData data = dataOf(optionsOf("norm.eps=1e-5,1", 0, "blocks.0.ln1.scale"));
        QCOMPARE(drawn(data, "measured"), resultsOf(expectedRows(firstRun(), "norm.eps=1e-5,1", 0, "blocks.0.ln1.scale")));
        QVERIFY(sweepFigure.caption(data).contains("blocks.0.ln1.scale"));
    }

    void bothRunsAreInOnePictureAndSubtracted()
    {
        const FigureData both = dataOf(optionsOf("sizes.layers=1,3"), SlotMode::SideBySide, Side::Both);
        QVERIFY2(sweepFigure.whyNot(both).isEmpty(), qPrintable(sweepFigure.whyNot(both)));
        const std::vector<double> a = resultsOf(expectedRows(firstRun(), "sizes.layers=1,3")),
                                  b = resultsOf(expectedRows(otherRun(), "sizes.layers=1,3"));
        QCOMPARE(drawn(both, "A measured"), a);
        QCOMPARE(drawn(both, "B measured"), b);
        const FigureData delta = dataOf(optionsOf("sizes.layers=1,3"), SlotMode::Delta, Side::Delta);
        QCOMPARE(drawn(delta, "measured"), (std::vector<double>{b[0] - a[0], b[1] - a[1]}));
        QCOMPARE(sweepFigure.metrics(both).size(), std::size_t(1));
    }

    void theAnswerOfAIsMeasuredInBoth()
    {
        const FigureData both = dataOf(optionsOf("sizes.layers=1,3", 0, answerMetric), SlotMode::SideBySide, Side::Both);
        QCOMPARE(measuredIn(both, both.b), measuredIn(both, both.a));
        QVERIFY(sweepFigure.whyNot(both).isEmpty());
        const FigureData alone = dataOf(optionsOf("sizes.layers=1,3", 0, answerMetric), SlotMode::B);
        QCOMPARE(measuredIn(alone, alone.b), ablationMetric(alone, alone.b));
    }

    void whatHasComeIsDrawn()
    {
        FigureData data{firstRun(), nullptr, {}, optionsOf("sizes.layers=1,2,4")};
        Needs needs = sweepNeeds(data);
        QCOMPARE(needs.size(), std::size_t(1)); // the check first
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(isWaiting(sweepFigure, data));
            data.results.add(needs[i].id, needs[i].compute({}));
            needs = sweepNeeds(data);
        }
        QCOMPARE(needs.size(), std::size_t(4));
        QVERIFY(!isWaiting(sweepFigure, data)); // the first value makes a picture
        QCOMPARE(drawn(data, "measured").size(), std::size_t(1));
        QVERIFY2(sweepFigure.caption(data).contains("1 of 3"), qPrintable(sweepFigure.caption(data)));
        data.results.add(needs[2].id, needs[2].compute({}));
        data.results.add(needs[3].id, NeedResult{.why = "there is not enough memory"});
        QCOMPARE(drawn(data, "measured").size(), std::size_t(2));
        QVERIFY2(sweepFigure.caption(data).contains("Without a number: 4."), qPrintable(sweepFigure.caption(data)));
    }

    void whatCannotBeIsOneSentence()
    {
        const auto whyNot = [](const QVariantMap& options) { return whyNotSide(sweepFigure, dataOf(options), Side::A); };
        QVERIFY(whyNot(optionsOf("sizes.layers")).contains("sizes.layers=1,2,4"));
        QVERIFY(!whyNot(optionsOf("sizes.layers=1,many")).isEmpty()); // before the first is run
        QVERIFY(!whyNot(optionsOf("hats=1")).isEmpty());
        QVERIFY(!whyNot(optionsOf("sizes.layers=1,2", 0, "logit:#999999@-1")).isEmpty());
        QVERIFY(!whyNot(optionsOf("sizes.layers=1,2", 0, "blocks.9.attn.z")).isEmpty());
        const RunPtr recorded = std::make_shared<const RunResult>(RunResult{firstRun()->trace, nullptr});
        QVERIFY(sweepFigure.whyNot({recorded, nullptr, {}, {}}).contains("recorded"));
        const FigureData unchanging = dataOf(optionsOf("norm.placement=pre,pre,pre"));
        QVERIFY(sweepFigure.caption(unchanging).contains("same"));
    }

    void thePageChoosesKeyValuesSeedsAndMetric()
    {
        SelectionModel selection;
        SweepView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(firstRun(), nullptr);
        view.show();
        auto* const key = view.findChild<QComboBox*>("sweptKey");
        auto* const values = view.findChild<QLineEdit*>("sweptValues");
        QCOMPARE(key->currentData().toString(), QString("sizes.layers"));
        QCOMPARE(values->text(), QString("1,2,3"));
        QVERIFY(!view.isEmpty());
        const auto choose = [&](QComboBox* box, const QString& data) {
            box->setCurrentIndex(box->findData(data));
            emit box->activated(box->currentIndex());
        };
        choose(key, QStringLiteral("norm.placement"));
        QVERIFY2(values->text().startsWith("pre,post"), qPrintable(values->text()));
        values->setFocus();
        values->selectAll();
        QTest::keyClicks(values, "pre, sandwich");
        QTest::keyClick(values, Qt::Key_Return);
        QCOMPARE(view.figureData().options[sweptOption.name()].toString(), QString("norm.placement=pre,sandwich"));
        view.findChild<QSpinBox*>(seedsOption.name())->setValue(2);
        choose(view.findChild<QComboBox*>("measured"), QStringLiteral("blocks.0.attn.z"));
        const QVariantMap said = view.figureData().options;
        QCOMPARE(said[seedsOption.name()].toInt(), 2);
        QCOMPARE(said[metricOption.name()].toString(), QString("blocks.0.attn.z"));
        QVERIFY(!view.isEmpty());
        choose(key, QStringLiteral("seed"));
        choose(key, QStringLiteral("norm.placement"));
        QCOMPARE(values->text(), QString("pre,sandwich")); // what it had before

        SweepView opened(&selection, nullptr);
        support::answer(opened);
        opened.setRun(firstRun(), nullptr);
        QVERIFY(opened.restore("sweep", said));
        QCOMPARE(opened.figureData().options, said);
        QVERIFY(opened.restore("sweep", {{metricOption.name(), "kl"}}));
        QCOMPARE(opened.figureData().options[metricOption.name()].toString(), QString("kl"));
        QVERIFY(!opened.restore("scan", {}));
    }
};

QTEST_MAIN(TestSweepView)
#include "tst_sweep_view.moc"
