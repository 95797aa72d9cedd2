// Circuits under interventions: maps are those of the run with what is in force; what is measured without it says so.

#include "widgets/views/circuits/map_numbers.h"

#include "core/experiments/ablation.h"
#include "core/run/same_weights.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/caveats.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/texts/figure.h"

#include <QTest>

#include <cmath>

using namespace widgets;

class TestCircuitsInForce : public QObject
{
    Q_OBJECT

private slots:
    /// They stay when the text changes: the page says that they are not what it says next.
    void tokensThatWereChosenAreToldFromTheAnswer()
    {
        const RunPtr run = support::tinyRun("The cat sat on the mat"), later = support::tinyRun("The dog ran");
        const auto metricOf = [](const RunPtr& of) { // the likeliest token, chosen
            return QVariantMap{{metricOption.name(), QString::fromStdString(ablationMetric({of, nullptr, {}, {}}, of))}};
        };
        const auto said = [](const FigureInfo& figure, const RunPtr& of, const QVariantMap& options) {
            QStringList all;
            for (const Caveat& caveat : caveatsOf(figure, {of, nullptr, {}, options}))
                all << caveat.text;
            return all.join('|');
        };
        QVERIFY(metricOf(run) != metricOf(later));
        for (const FigureInfo* const figure : {&ablationFigure, &pathsFigure}) {
            QVERIFY(!said(*figure, run, metricOf(run)).contains("Measured is"));
            QVERIFY(!said(*figure, later, {}).contains("Measured is")); // the answer follows the text
            QVERIFY2(said(*figure, later, metricOf(run)).contains("as it was chosen; the likeliest next token is"),
                qPrintable(said(*figure, later, metricOf(run))));
        }
    }

    /// The answer is that of the run without them.
    void mapsAreMeasuredUnderTheInterventionsOfTheRun()
    {
        core::TraceRequest request;
        request.interventions = {{.at = "blocks.1.mlp_out", .op = core::InterventionOp::Scale, .value = {{}, {-40.f}}}};
        const RunPtr untouched = support::tinyRun("The cat sat"), changed = support::tinyRun("The cat sat", {}, request);
        const FigureData data = support::fulfilled(ablationFigure, {untouched, changed, {}, {}, SlotMode::SideBySide});
        QVERIFY(ablationMetric({changed, nullptr, {}, {}}, changed) != ablationMetric(data, untouched)); // another answer
        QCOMPARE(ablationMetric(data, changed), ablationMetric(data, untouched));
        const core::MeasuredMap map = ablationOf(data, changed)->map;
        core::Measurement measured{
            *changed->setup, core::inputOf(*changed->trace), core::parseMetric(ablationMetric(data, changed), *changed->setup)};
        const core::ChangedRuns runs(measured);
        for (const core::MeasuredPlace& place : map.places) {
            core::Changes all = request.interventions;
            all.push_back({.at = place.at});
            QVERIFY(std::abs(place.value - runs.values({all}, core::RunWay::Plain).front()) < 1e-4);
        }
        QVERIFY(std::abs(map.untouched - runs.values({request.interventions}).front()) < 1e-4);
        QVERIFY(std::abs(map.untouched - ablationOf(data, untouched)->map.untouched) > 1e-2);

        const FigureData patching
            = support::fulfilled(patchingFigure, {support::tinyRun("The dog sat"), changed, {}, {{metricOption.name(), "loss"}}});
        measured.metric = core::parseMetric("loss", *changed->setup);
        measured.inForce = request.interventions;
        const core::Patches expected
            = core::patch(measured, {core::inputOf(*patching.a->trace), core::PatchedPart::Stream}, {}, core::RunWay::Plain);
        const MapSoFar patches = *patchesOf(patching);
        for (std::size_t i = 0; i < expected.map.places.size(); ++i)
            QVERIFY(std::abs(patches.map.places[i].value - expected.map.places[i].value) < 1e-4);
    }

    void whatARunIsMeasuredWithoutIsSaid()
    {
        core::TraceRequest request;
        request.interventions = {{.at = "blocks.1.mlp_out", .op = core::InterventionOp::Scale, .value = {{}, {-40.f}}}};
        const RunPtr untouched = support::tinyRun("The cat sat"), changed = support::tinyRun("The cat sat", {}, request);
        const FigureData alone{changed, nullptr, {}, {}};
        const auto says = [](const FigureInfo& info, const FigureData& of) {
            QStringList said;
            for (const Caveat& caveat : caveatsOf(info, of, true))
                said << caveat.text;
            return said.join(QLatin1Char('|'));
        };
        QVERIFY2(says(ablationFigure, alone).contains("Intervened: L1 mlp_out × −40")
                && !says(ablationFigure, alone).contains("without"),
            qPrintable(says(ablationFigure, alone)));
        QVERIFY2(says(textsFigure, alone).contains("Measured without its interventions: L1 mlp_out × −40"),
            qPrintable(says(textsFigure, alone)));
        auto swapped = std::make_shared<core::Trace>(*untouched->trace);
        swapped->interventions
            = core::parseJson(R"([{"at":"weights.blocks.1.attn.k.weight","op":"from","source":{"model":"other"}}])", "");
        const RunPtr other = std::make_shared<const RunResult>(RunResult{swapped, untouched->setup});
        QVERIFY2(says(textsFigure, {other, nullptr, {}, {}}).contains("Intervened: L1 W_K from other"),
            qPrintable(says(textsFigure, {other, nullptr, {}, {}})));
        QVERIFY(says(textsFigure, {untouched, nullptr, {}, {}}).isEmpty());
    }
};

QUIET_TEST_MAIN(TestCircuitsInForce)
#include "tst_circuits_in_force.moc"
