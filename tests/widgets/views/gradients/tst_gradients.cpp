// The pictures of gradients are what core computes of this run: the tokens, the softmax, the weights; they
// compare A with B, and what cannot be measured is said.

#include "core/run/same_weights.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/gradients/figure.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/view.h"
#include "widgets/views/shared/figure_pages.h"

#include <QContextMenuEvent>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

RunPtr ownRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat");
    return run;
}

FigureData dataOf(const char* page, QVariantMap options = {}, const RunPtr& b = nullptr, SlotMode mode = SlotMode::A)
{
    options[showOption.name()] = QString::fromLatin1(page);
    FigureData data{ownRun(), b, {.layer = 1, .head = 2}, options};
    data.mode = mode;
    return support::fulfilled(gradientsFigure, data);
}

core::Measurement measurement(const FigureData& data)
{
    return {*data.a->setup, core::inputOf(*data.a->trace), core::parseMetric(pathMetric(data, data.a), *data.a->setup)};
}

NumberSet numbersOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(gradientsFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

QString message(const FigureData& data) { return gradientsFigure.whyNot(data); }

} // namespace

class TestGradients : public QObject
{
    Q_OBJECT

private slots:
    void aCellIsTheStreamTimesItsGradient()
    {
        const FigureData data = dataOf("tokens");
        QVERIFY2(message(data).isEmpty(), qPrintable(message(data)));
        const core::TokenAttribution expected = core::attributeTokens(measurement(data));
        const NumberSet map = numbersOf(data, QStringLiteral("stream"));
        const core::Index places = expected.stream.rows(), tokens = expected.stream.cols();
        QCOMPARE(core::Index(map.values.size()), places * tokens);
        for (core::Index place = 0; place < places; ++place)
            for (core::Index token = 0; token < tokens; ++token)
                QCOMPARE(float(map.values[std::size_t((places - 1 - place) * tokens + token)]), expected.stream(place, token));
        QCOMPARE(gradientsFigure.table(data).count('\n'), 1 + places * tokens + tokens);
    }

    void theBarsAreTheIntegratedGradientsTheLargestFirst()
    {
        const FigureData data = dataOf("tokens");
        const core::TokenAttribution expected = core::attributeTokens(measurement(data));
        Plot plot;
        FigureStyle style;
        style.size = QSizeF(900, 500);
        composeFigure(plot, gradientsFigure, data, style);
        for (int i = 0; i < plot.plottableCount(); ++i)
            if (const auto* const chart = qobject_cast<BarChart*>(plot.plottable(i))) {
                QCOMPARE(chart->bars().size(), qsizetype(expected.integrated.size()));
                for (qsizetype bar = 0; bar < chart->bars().size(); ++bar) {
                    const int token = chart->bars()[bar].name.section(' ', 0, 0).toInt();
                    QCOMPARE(chart->bars()[bar].value, expected.integrated[std::size_t(token)]);
                    if (bar > 0)
                        QVERIFY(std::abs(chart->bars()[bar].value) <= std::abs(chart->bars()[bar - 1].value));
                }
                return;
            }
        QFAIL("no bars");
    }

    void theMapStandsWhileTheIntegratedGradientsCome()
    {
        FigureData data{ownRun(), nullptr, {.layer = 1, .head = 2}, {{showOption.name(), QStringLiteral("tokens")}}};
        const core::RunControl control;
        for (const Need& need : gradientsFigure.needs(data))
            if (!need.isPart)
                data.results.add(need.id, need.compute(control));
        QVERIFY2(whyNothing(gradientsFigure, data).isEmpty(), qPrintable(whyNothing(gradientsFigure, data)));
        QVERIFY(isIntegrating(data, data.a) && attributionOf(data, data.a)->integrated.empty());
        const FigureData whole = dataOf("tokens");
        QVERIFY(!isIntegrating(whole, whole.a));
        QCOMPARE(numbersOf(data, QStringLiteral("stream")).values, numbersOf(whole, QStringLiteral("stream")).values);
        Plot plot;
        FigureStyle style;
        style.size = QSizeF(900, 500);
        composeFigure(plot, gradientsFigure, data, style);
        QCOMPARE(plot.plottableCount(), 2); // the place of the bars is kept
        QCOMPARE(qobject_cast<BarChart*>(plot.plottable(1))->bars().size(), qsizetype(0));
    }

    void aDifferenceIsThatOfTheContributions()
    {
        const RunPtr other = support::tinyRun("The dog sat on the mat");
        const FigureData data = dataOf("tokens", {{metricOption.name(), QStringLiteral("loss")}}, other, SlotMode::Delta);
        const core::TokenAttribution *const a = attributionOf(data, data.a), *const b = attributionOf(data, data.b);
        QVERIFY(a && b && a->stream != b->stream);
        const std::vector<Metric> metrics = gradientsFigure.metrics(data);
        QVERIFY(!metrics.empty());
        const auto difference = (b->stream - a->stream).array().abs();
        core::Index place = 0, token = 0;
        difference.maxCoeff(&place, &token);
        QCOMPARE(metrics.front().at.query, int(token));
    }

    void theBarsOfOcclusionAreWhatIsLostInTheOrderOfTheText()
    {
        const FigureData data = dataOf("occlusion");
        QVERIFY2(message(data).isEmpty(), qPrintable(message(data)));
        const core::MeasuredMap expected = core::occludeTokens(measurement(data));
        Plot plot;
        FigureStyle style;
        style.size = QSizeF(900, 500);
        composeFigure(plot, gradientsFigure, data, style);
        const auto* chart = qobject_cast<BarChart*>(plot.plottable(0));
        QVERIFY(chart && chart->name() == QLatin1String("occlusion"));
        QCOMPARE(chart->bars().size(), qsizetype(expected.places.size()));
        for (qsizetype bar = 0; bar < chart->bars().size(); ++bar) {
            QCOMPARE(chart->bars()[bar].name.section(' ', 0, 0).toInt(), int(bar));
            QCOMPARE(float(chart->bars()[bar].value), float(core::broughtBy(expected, std::size_t(bar))));
        }
        QCOMPARE(gradientsFigure.table(data).count('\n'), qsizetype(expected.places.size()) + 1);

        Plot small; // not all fit: those that bring most, still in the order of the text
        style.size = QSizeF(400, 190);
        composeFigure(small, gradientsFigure, data, style);
        chart = qobject_cast<BarChart*>(small.plottable(0));
        QVERIFY(chart && chart->bars().size() < qsizetype(expected.places.size()));
        for (qsizetype bar = 1; bar < chart->bars().size(); ++bar)
            QVERIFY(chart->bars()[bar].name.section(' ', 0, 0).toInt() > chart->bars()[bar - 1].name.section(' ', 0, 0).toInt());
    }

    void occlusionIsThatOfTheRunWithItsInterventions()
    {
        core::TraceRequest request;
        request.interventions = {{.at = "blocks.0.mlp_out", .op = core::InterventionOp::Scale, .value = {{}, {-3.f}}}};
        const RunPtr run = support::tinyRun("The cat sat on the mat", {}, request);
        FigureData data{run, nullptr, {.layer = 1, .head = 2},
            {{showOption.name(), QStringLiteral("occlusion")}, {metricOption.name(), QStringLiteral("loss")}}};
        data = support::fulfilled(gradientsFigure, data);
        const core::Metric loss = core::parseMetric("loss", *run->setup);
        const core::MeasuredMap expected
            = core::occludeTokens({*run->setup, core::inputOf(*run->trace), loss, request.interventions});
        const core::MeasuredMap untouched = core::occludeTokens({*run->setup, core::inputOf(*run->trace), loss});
        const core::MeasuredMap* const found = occlusionOf(data, run);
        QVERIFY(found && found->untouched == expected.untouched && expected.untouched != untouched.untouched);
        for (std::size_t i = 0; i < expected.places.size(); ++i)
            QCOMPARE(found->places[i].value, expected.places[i].value);
    }

    void aDifferenceOfOcclusionIsThatOfWhatTokensBring()
    {
        const RunPtr other = support::tinyRun("The dog sat on the mat");
        const FigureData data = dataOf("occlusion", {{metricOption.name(), QStringLiteral("loss")}}, other, SlotMode::Delta);
        const core::MeasuredMap *const a = occlusionOf(data, data.a), *const b = occlusionOf(data, data.b);
        QVERIFY(a && b);
        Plot plot;
        FigureStyle style;
        style.size = QSizeF(900, 500);
        composeFigure(plot, gradientsFigure, data, style);
        const auto* const chart = qobject_cast<BarChart*>(plot.plottable(0));
        QVERIFY(chart);
        for (qsizetype bar = 0; bar < chart->bars().size(); ++bar)
            QCOMPARE(float(chart->bars()[bar].value),
                float(core::broughtBy(*b, std::size_t(bar))) - float(core::broughtBy(*a, std::size_t(bar))));
        QVERIFY(!gradientsFigure.metrics(data).empty());
        const FigureData longer = dataOf("occlusion", {}, support::tinyRun("The dog sat on the very mat"), SlotMode::Delta);
        QVERIFY(!whyNotSide(gradientsFigure, longer, Side::Delta).isEmpty());
    }

    void aPatternIsThatOfTheDividedScoresAndOfPlainOnes()
    {
        const FigureData data = dataOf("softmax");
        QVERIFY2(message(data).isEmpty(), qPrintable(message(data)));
        const core::SoftmaxGradients expected = core::softmaxGradients(measurement(data), {1, 2});
        const NumberSet divided = numbersOf(data, QStringLiteral("divided")), plain = numbersOf(data, QStringLiteral("plain"));
        QVERIFY(expected.divided.pattern != expected.plain.pattern);
        for (core::Index query = 0; query < expected.divided.pattern.rows(); ++query)
            for (core::Index key = 0; key < expected.divided.pattern.cols(); ++key) {
                const std::size_t at = std::size_t(query * expected.divided.pattern.cols() + key);
                QCOMPARE(float(divided.values[at]), expected.divided.pattern(query, key));
                QCOMPARE(float(plain.values[at]), expected.plain.pattern(query, key));
            }
    }

    /// Beside B the charts are below the maps; where they have no room this is said.
    void theChartsOfTheSoftmaxAreThereOrSaid()
    {
        FigureData data = dataOf("softmax");
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(gradientsFigure, data);
        struct Case
        {
            QSizeF size;
            bool hasCharts;
            ThemeId theme = ThemeId::Light;
        };
        for (const auto& [size, hasCharts, theme] :
            {Case{{1280, 430}, true}, {{860, 290}, true}, {{620, 240}, false}, {{1272, 440}, true, ThemeId::Projector}}) {
            setCurrentTheme(theme);
            const auto back = qScopeGuard([] { setCurrentTheme(ThemeId::Light); });
            Plot plot;
            plot.setViewport(QRect(QPoint(), size.toSize()));
            composeFigure(plot, gradientsFigure, data, screenStyle(size));
            plot.replot();
            int lines = 0, said = 0;
            for (int i = 0; i < plot.graphCount(); ++i)
                lines += plot.graph(i)->name() == QLatin1String("jacobian plain");
            for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
                if (const auto* const title = qobject_cast<QCPTextElement*>(element);
                    title && title->text().startsWith("No room")) {
                    QCOMPARE(title->text(), QString("No room for 2 part(s).")); // their names would take three lines
                    ++said;
                }
            const QString where = QStringLiteral("%1 × %2: %3, %4").arg(size.width()).arg(size.height()).arg(lines).arg(said);
            QVERIFY2(lines == (hasCharts ? 2 : 0) && said == (hasCharts ? 0 : 2), qPrintable(where));
        }
    }

    void aSoftmaxThatSaysNothingSaysAWayOut()
    {
        const auto said = [](const RunPtr& run) {
            const FigureData data{run, nullptr, {.layer = 1, .head = 2}, {{showOption.name(), QStringLiteral("softmax")}}};
            return whyNothing(gradientsFigure, support::fulfilled(gradientsFigure, data));
        };
        const QString none = said(support::tinyRun("The cat sat", {"mixer.kind=linear_recurrence"})),
                      one = said(support::tinyRun("The"));
        QVERIFY2(none.contains("Choose “Attention”"), qPrintable(none));
        QVERIFY2(one.contains("add a word"), qPrintable(one));
    }

    void anotherHeadHasAnotherSoftmax()
    {
        FigureData data = dataOf("softmax");
        const core::SoftmaxGradients first = *softmaxGradientsOf(data, data.a);
        data.selection.head = 0;
        data = support::fulfilled(gradientsFigure, data);
        QVERIFY(softmaxGradientsOf(data, data.a)->divided.pattern != first.divided.pattern);
    }

    void aMatrixHasTheSizeOfItsGradient()
    {
        const FigureData data = dataOf("steps");
        QVERIFY2(message(data).isEmpty(), qPrintable(message(data)));
        const core::WeightGradients expected = core::weightGradients(measurement(data));
        const NumberSet map = numbersOf(data, QStringLiteral("map"));
        std::size_t inBlocks = 0;
        for (const core::WeightGradient& matrix : expected.matrices)
            if (matrix.layer >= 0) {
                ++inBlocks;
                QVERIFY2(std::ranges::find(map.values, double(float(matrix.norm))) != map.values.end(), matrix.name.c_str());
            }
        QCOMPARE(map.values.size(), inBlocks); // of the tiny model every layer has every part
        QCOMPARE(gradientsFigure.table(data).count('\n'), qsizetype(expected.matrices.size()) + 1);
    }

    void stepsThatAreTooCoarseAreSaid()
    {
        core::TokenAttribution attribution{
            .metric = {}, .value = 3, .stream = {}, .reference = 1, .integrated = {1.5, 0.49}, .steps = 5, .missing = 0.01};
        QVERIFY(!attribution.isCoarse());
        attribution.missing = 0.3; // parts that cancel
        QVERIFY(attribution.isCoarse());
        attribution.missing = std::nan("");
        QVERIFY(attribution.isCoarse());
        attribution.missing = 0.01;
        attribution.integrated = {4, -0.5};
        QVERIFY(attribution.isCoarse());
        attribution.integrated = {}; // of two stacks
        QVERIFY(!attribution.isCoarse());
    }

    void thatRoutingIsAConstantIsSaid()
    {
        const RunPtr mixture = support::tinyRun("The cat sat on the mat", {"feed_forward.kind=mixture", "activation.kind=silu"});
        const auto isSaid = [&](const RunPtr& run, const char* page = "steps") {
            const std::vector<Caveat> caveats
                = gradientsFigure.caveats({run, nullptr, {.layer = 1}, {{showOption.name(), QString::fromLatin1(page)}}});
            return std::ranges::any_of(caveats, [](const Caveat& one) { return one.text.contains(QStringLiteral("experts")); });
        };
        QVERIFY(isSaid(mixture) && isSaid(mixture, "placements"));
        QVERIFY(!isSaid(ownRun()) && !isSaid(ownRun(), "placements"));
    }

    void thatAAndBAreMeasuredByDifferentThingsIsSaid()
    {
        const RunPtr other = support::tinyRun("The dog sat on the mat");
        const auto isSaid = [&](const char* page, const RunPtr& b, const QString& metric, SlotMode mode) {
            const std::vector<Caveat> all = gradientsFigure.caveats(dataOf(page, {{metricOption.name(), metric}}, b, mode));
            return std::ranges::any_of(all, [](const Caveat& one) { return one.text.contains(QStringLiteral("different things")); });
        };
        for (const char* page : {"tokens", "steps"}) {
            for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::Delta})
                QVERIFY(isSaid(page, other, {}, mode)); // the likeliest tokens of each
            QVERIFY(!isSaid(page, other, {}, SlotMode::A));
            QVERIFY(!isSaid(page, other, QStringLiteral("loss"), SlotMode::SideBySide));
            QVERIFY(!isSaid(page, ownRun(), {}, SlotMode::SideBySide));
        }
    }

    void theStepSaysOnWhatItIs()
    {
        QVERIFY(gradientsFigure.caption(dataOf("steps", {{metricOption.name(), QStringLiteral("loss")}}))
                    .contains(QStringLiteral("loss of the text")));
    }

    void aClickMarksTheTokenAndTheLayer()
    {
        SelectionModel selection;
        GradientsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(ownRun(), nullptr);
        view.show();
        QTRY_VERIFY(view.isUpToDate() && !view.isEmpty());
        emit view.plot()->cellClicked(QStringLiteral("stream"), 1, 3, Qt::NoModifier);
        const int places = int(attributionOf(view.figureData(), ownRun())->stream.rows());
        QCOMPARE(selection.pinned().layer, places - 2);
        QCOMPARE(selection.pinned().query, 3);
        emit view.plot()->barClicked(QStringLiteral("integrated"), 0);
        const std::vector<double>& shares = attributionOf(view.figureData(), ownRun())->integrated;
        const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
        QCOMPARE(selection.pinned().query, int(std::ranges::max_element(shares, larger) - shares.begin()));
        QVERIFY(view.restore("gradients", {{showOption.name(), "softmax"}, {metricOption.name(), "loss"}}));
        QCOMPARE(view.figureData().options[metricOption.name()].toString(), QStringLiteral("loss"));
        QVERIFY(!view.restore("output", {}));
    }

    void aBarOfOcclusionIsAPlaceToIntervene()
    {
        SelectionModel selection;
        GradientsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 640);
        view.setRun(ownRun(), nullptr);
        view.show();
        QVERIFY(view.restore("gradients", {{showOption.name(), "occlusion"}}));
        QTRY_VERIFY(view.isUpToDate() && !view.isEmpty());
        const auto* const chart = qobject_cast<const BarChart*>(view.plot()->plottable(0));
        QVERIFY(chart && chart->bars().size() > 2);
        QSignalSpy asked(&view, &View::placeAsked);
        const QPoint at = chart->barRect(2).center().toPoint();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view.plot()->mapToGlobal(at));
        QCoreApplication::sendEvent(view.plot(), &asks);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("blocks.0.resid_pre"));
        QCOMPARE(asked[0][1].value<Selection>().query, 2);
        emit view.plot()->barClicked(QStringLiteral("occlusion"), 2);
        QCOMPARE(selection.pinned().query, 2);
    }

    void aRecordedRunSaysThatItsModelIsNeeded()
    {
        auto recorded = std::make_shared<RunResult>(*ownRun());
        recorded->setup = nullptr;
        FigureData data{recorded, nullptr, {}, {}};
        QVERIFY(message(data).contains("open its model"));
        QVERIFY(gradientsFigure.needs(data).empty());
    }
};

QTEST_MAIN(TestGradients)
#include "tst_gradients.moc"
