// The picture of paths is the circuits of core/experiments: its lines, its numbers, its curve; what has no paths is said with a
 // way out.

#include "core/run/same_weights.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/circuits/figure.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/path_graph.h"
#include "widgets/views/circuits/path_layout.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/circuits/step_marks.h"
#include "widgets/views/circuits/view.h"

#include <QJsonArray>
#include <QSlider>
#include <QTest>

#include <cmath>
#include <set>

using namespace widgets;

namespace {

RunPtr ownRun()
{
    static const RunPtr run = support::tinyRun("The cat sat on the mat");
    return run;
}

FigureData dataOf(const QVariantMap& options = {}, const RunPtr& b = nullptr, const RunPtr& a = ownRun())
{
    return support::fulfilled(pathsFigure, {a, b, {.layer = 1, .head = 2}, options});
}

const core::CircuitSteps& circuits(const FigureData& data) { return *circuitsOf(data, data.a); }

core::PathModel modelOf(const FigureData& data, const std::optional<core::ReplacingText>& other = {})
{
    return {
        {*data.a->setup, core::inputOf(*data.a->trace), core::parseMetric(pathMetric(data, data.a), *data.a->setup)}, other, {}};
}

QVariantMap atStep(const FigureData& data, std::size_t step)
{
    return {{thresholdOption.name(), circuits(data).steps[step].threshold}};
}

} // namespace

class TestPathsFigure : public QObject
{
    Q_OBJECT

private slots:
    void theLinesAreTheCircuitOfTheThreshold()
    {
        const FigureData all = dataOf();
        for (const std::size_t step : {std::size_t(0), circuits(all).steps.size() / 2}) {
            const FigureData data = dataOf(atStep(all, step));
            const core::Circuit expected = core::circuitOf(modelOf(data), circuits(data).steps[step].threshold);
            NumberSet lines;
            for (NumberSet& set : figureNumbers(pathsFigure, data, FigureStyle()))
                if (set.name == QLatin1String("paths"))
                    lines = std::move(set);
            QCOMPARE(lines.values.size(), expected.edges.size());
            for (std::size_t i = 0; i < expected.edges.size(); ++i) {
                const QString name = QString::fromStdString(expected.edges[i].from + " → " + expected.edges[i].to);
                const qsizetype at = lines.labels[0].indexOf(name);
                QVERIFY2(at >= 0, qPrintable(name));
                QVERIFY(std::abs(lines.values[std::size_t(at)] - expected.edges[i].effect) < 1e-9);
            }
            QVERIFY(std::abs(circuits(data).steps[step].completeness - expected.completeness) < 1e-9);
            QCOMPARE(pathsFigure.table(data).count('\n'), qsizetype(expected.edges.size()) + 1);
            const QJsonArray edges = pathsFigure.details(data)["circuit"].toObject()["edges"].toArray();
            QVERIFY(edges.size() == qsizetype(expected.edges.size()) && edges[0]["to"].isString());
        }
    }

    /// Rows are layers, also where not all have room for their name.
    void aRowIsCalledByItsLayerAlone()
    {
        const FigureData data = dataOf({}, nullptr, support::tinyRun("The cat", {"sizes.layers=22", "sizes.heads=1"}));
        QVERIFY2(pathsFigure.whyNot(data).isEmpty(), qPrintable(pathsFigure.whyNot(data)));
        const QStringList names = pathLayout(circuits(data), 0).rowNames();
        Plot plot;
        const QSize size(900, 230);
        plot.setFixedSize(size);
        pathsFigure.draw({plot, data, screenStyle(size)});
        plot.grab();
        QStringList shown;
        for (const QCPAxisRect* const rect : plot.axisRects())
            if (qobject_cast<const GridAxisRect*>(rect))
                shown << rect->axis(QCPAxis::atLeft)->tickVectorLabels().toList();
        QVERIFY2(shown.size() > 1 && shown.size() < names.size(), qPrintable(shown.join(' ')));
        for (const QString& label : shown)
            QVERIFY2(names.contains(label), qPrintable(label));
    }

    void partsOfACircuitAreDrawnAsTheyCome()
    {
        FigureData data{ownRun(), nullptr, {.layer = 1, .head = 2}, {}};
        const auto computeNext = [&] {
            const Needs missing = missingNeeds(pathsFigure, data);
            QCOMPARE(missing.size(), std::size_t(1)); // each follows from the one before
            NeedResults arrived;
            arrived.add(missing[0].id, missing[0].compute({}));
            data.results = neededNow(pathsFigure, data, arrived); // as the window keeps them
        };
        computeNext();
        QVERIFY(isWaiting(pathsFigure, data) && !circuitsOf(data, data.a));
        computeNext();
        QVERIFY(!isWaiting(pathsFigure, data)); // the first part makes a picture
        int parts = 1;
        while (!missingNeeds(pathsFigure, data).empty()) {
            const core::CircuitSteps& soFar = circuits(data);
            const QString progress = QString("%1 of %2 runs so far.").arg(soFar.runs).arg(soFar.allRuns);
            QVERIFY2(pathsFigure.caption(data).contains(progress), qPrintable(pathsFigure.caption(data)));
            QVERIFY(!pathsFigure.caption(data).contains("nan"));
            QVERIFY(!figureNumbers(pathsFigure, data, FigureStyle()).empty());
            if (parts == 2) { // what is refused leaves what was there
                FigureData refused = data;
                const Needs missing = missingNeeds(pathsFigure, refused);
                NeedResults arrived;
                arrived.add(missing[0].id, NeedResult{.why = "there is not enough memory"});
                refused.results = neededNow(pathsFigure, refused, arrived);
                refused.results = neededNow(pathsFigure, refused, {});
                QVERIFY(missingNeeds(pathsFigure, refused).empty());
                QCOMPARE(circuits(refused).edges.size(), soFar.edges.size());
                QVERIFY2(pathsFigure.caption(refused).contains("not enough memory"), qPrintable(pathsFigure.caption(refused)));
            }
            computeNext();
            ++parts;
        }
        QVERIFY(parts > 3);
        const core::CircuitSteps whole = core::circuitSteps(modelOf(data));
        QCOMPARE(circuits(data).edges.size(), whole.edges.size());
        QCOMPARE(circuits(data).steps.front().faithfulness, whole.steps.front().faithfulness);
        QVERIFY(!pathsFigure.caption(data).contains("so far"));
    }

    void theTextOfBComesInPlaceOfAPath()
    {
        const RunPtr other = support::tinyRun("The dog sat on the mat");
        const FigureData data = dataOf({{pathOption.name(), QStringLiteral("b")}}, other);
        QVERIFY2(pathsFigure.whyNot(data).isEmpty(), qPrintable(pathsFigure.whyNot(data)));
        const core::CircuitSteps expected = core::circuitSteps(modelOf(data, core::ReplacingText{core::inputOf(*other->trace)}));
        QVERIFY(std::abs(circuits(data).replaced - expected.replaced) < 1e-9);
        QVERIFY(std::abs(circuits(data).replaced - circuits(dataOf()).replaced) > 1e-4);
        QVERIFY(pathsFigure.subtitle(data) != pathsFigure.subtitle(dataOf()));
    }

    void interventionsAreInForceInTheRunsOfPaths()
    {
        core::TraceRequest request;
        request.interventions = {{.at = "blocks.0.mlp_out", .op = core::InterventionOp::Scale, .value = {{}, {-3.f}}}};
        const RunPtr changed = support::tinyRun("The cat sat on the mat", {}, request);
        const FigureData data = dataOf({{metricOption.name(), "loss"}}, nullptr, changed);
        core::Measurement measured{
            *changed->setup, core::inputOf(*changed->trace), core::parseMetric("loss", *changed->setup), request.interventions};
        const core::CircuitSteps expected = core::circuitSteps(core::PathModel(measured, {}, {}));
        QCOMPARE(circuits(data).untouched, expected.untouched);
        QCOMPARE(circuits(data).replaced, expected.replaced);
        QVERIFY(std::abs(expected.untouched - circuits(dataOf({{metricOption.name(), "loss"}})).untouched) > 1e-3);
        // The same text may come in place of a path, where it is the run that differs.
        QVERIFY(pathsFigure.whyNot({ownRun(), changed, {}, {{pathOption.name(), "b"}}}).isEmpty());
        QVERIFY(!pathsFigure.whyNot({ownRun(), ownRun(), {}, {{pathOption.name(), "b"}}}).isEmpty());
    }

    void someHeadsAloneAreSaidToBe()
    {
        const RunPtr deep = support::tinyRun("The cat sat on the mat", {"sizes.layers=10"});
        const FigureData all = dataOf({}, nullptr, deep), some = dataOf({{pathHeadsOption.name(), "32"}}, nullptr, deep);
        const auto heads = [](const core::CircuitSteps& of) {
            return std::ranges::count_if(of.senders, [](const core::PathSender& sender) { return sender.head >= 0; });
        };
        QCOMPARE(heads(circuits(all)), 40);
        QCOMPARE(heads(circuits(some)), 32);
        QVERIFY(circuits(some).allRuns < circuits(all).allRuns);
        QVERIFY2(pathsFigure.caption(some).contains("32 of 40 heads"), qPrintable(pathsFigure.caption(some)));
        QVERIFY(!pathsFigure.caption(all).contains(" of 40 heads"));
    }

    void theMetricIsTheLikeliestTokenAgainstTheSecond()
    {
        QVERIFY(QString::fromStdString(pathMetric(dataOf(), ownRun())).startsWith("logit_difference:#"));
        const FigureData loss = dataOf({{metricOption.name(), QStringLiteral("loss")}});
        QCOMPARE(circuits(loss).metric.kind, core::MetricKind::Loss);
        QVERIFY(pathsFigure.caption(loss).contains("not unique"));

        // Of two texts one number, as where they are patched.
        const FigureData both{
            ownRun(), support::tinyRun("dog dog dog dog dog dog"), {}, {{pathOption.name(), QStringLiteral("b")}}};
        QVERIFY(patchingMetric(both).starts_with("logit_difference"));
        for (const RunPtr& run : {both.a, both.b})
            QCOMPARE(pathMetric(both, run), patchingMetric(both));
    }

    void theSentenceHasDirectAndTotalEffectOfTheChosenHead()
    {
        FigureData data = dataOf(atStep(dataOf(), 0));
        const core::CircuitSteps& all = circuits(data);
        const core::PathModel model = modelOf(data);
        const auto said = [&](std::size_t sender) {
            const core::SenderEffects effects = core::senderEffects(model, {sender}).front();
            return QString("%1: direct effect %2, total effect %3.")
                .arg(senderName(all.senders[sender]), formatNumber(effects.direct), formatNumber(effects.total));
        };
        std::size_t largest = all.senders.size();
        int inside = 0;
        for (std::size_t i = 0; i < all.senders.size(); ++i) {
            if (all.senders[i].head < 0)
                continue;
            data.selection = {.layer = int(all.senders[i].layer), .head = int(all.senders[i].head), .isHeadChosen = true};
            const bool isIn = all.lives[i] > 0;
            const QString caption = pathsFigure.caption(data);
            QVERIFY2(caption.contains(isIn ? said(i) : senderName(all.senders[i]) + " is in none"), qPrintable(caption));
            inside += isIn;
            if (isIn && (largest == all.senders.size() || std::abs(all.effects[i].total) > std::abs(all.effects[largest].total)))
                largest = i;
        }
        QVERIFY(inside > 1);
        data.selection.isHeadChosen = false;
        QVERIFY2(pathsFigure.caption(data).contains(said(largest)), qPrintable(pathsFigure.caption(data)));
    }

    void aThresholdBetweenTwoStepsIsTheNextHigher()
    {
        const FigureData data = dataOf();
        const core::CircuitSteps& all = circuits(data);
        QCOMPARE(shownStep(all, data), core::fewestEdgesKeeping(all, keptShare));
        const double between = (all.steps[0].threshold + all.steps[1].threshold) / 2;
        QCOMPARE(shownStep(all, dataOf({{thresholdOption.name(), between}})), std::size_t(1));
        QCOMPARE(shownStep(all, dataOf({{thresholdOption.name(), 1e8}})), all.steps.size() - 1);
    }

    void everyHeadOfTheLowestStepEntersOnce()
    {
        const core::CircuitSteps& all = circuits(dataOf());
        std::set<std::size_t> entered;
        for (std::size_t step = 0; step < all.steps.size(); ++step)
            for (const std::size_t head : headsEntering(all, step))
                QVERIFY(entered.insert(head).second);
        for (std::size_t i = 0; i < all.senders.size(); ++i)
            QCOMPARE(entered.contains(i), all.senders[i].head >= 0 && all.lives[i] >= all.steps[0].threshold);
    }

    void depthRunsUpwardsAndALineEndsAtItsNodes()
    {
        const FigureData data = dataOf(atStep(dataOf(), 0));
        Plot plot;
        FigureStyle style;
        composeFigure(plot, pathsFigure, data, style);
        plot.resize(900, 600);
        plot.replot();
        auto* const graph = qobject_cast<PathGraph*>(plot.cellMap(QStringLiteral("paths")));
        QVERIFY(graph);
        const PathLayout layout = pathLayout(circuits(data), 0);
        QCOMPARE(layout.rowNames(), (QStringList{"", "L2", "L1", "L0", ""}));
        QCOMPARE(layout.columnNames().size(), 5); // four heads and the feed-forward
        for (std::size_t edge = 0; edge < graph->edges().size(); ++edge) {
            const QRectF from = graph->nodeRect(graph->edges()[edge].from), to = graph->nodeRect(graph->edges()[edge].to);
            QVERIFY(from.center().y() > to.center().y());
            QVERIFY(from.adjusted(-2, -2, 2, 2).contains(graph->edgePath(int(edge)).pointAtPercent(0)));
            QVERIFY(to.adjusted(-2, -2, 2, 2).contains(graph->edgePath(int(edge)).pointAtPercent(1)));
            QVERIFY(edge == 0 || graph->edgeWidth(int(edge)) <= graph->edgeWidth(int(edge) - 1));
        }
        for (std::size_t i = 0; i < circuits(data).senders.size(); ++i)
            QCOMPARE(senderAt(circuits(data), layout, layout.cellOf(circuits(data).senders[i])), int(i));
        QCOMPARE(senderAt(circuits(data), layout, layout.logits()), -1);
        const QRectF wide = graph->nodeRect(0); // the embedding's whole row is the embedding
        QCOMPARE(graph->cellAt({graph->mapRect().left() + 3, wide.center().y()}).row, layout.rows() - 1);
        QCOMPARE(graph->cellAt({graph->mapRect().left() + 3, wide.center().y()}).column,
            layout.cellOf(circuits(data).senders[0]).column);
    }

    /// On a page of a paper's column and on a slide: a graph of empty circles says nothing.
    void everyNodeHasItsName()
    {
        const FigureData data = dataOf(atStep(dataOf(), 0));
        // A window, a slide, the column of a paper, whose words are in its text, and large type.
        for (const auto& [size, points] : {std::pair{QSize(900, 600), 9.}, {{640, 330}, 9.}, {{330, 270}, 8.}, {{760, 420}, 14.}}) {
            Plot plot;
            FigureStyle style;
            style.size = size;
            style.tickPoints = style.labelPoints = points;
            style.showTitle = style.showCaption = size.width() > 400;
            plot.resize(size);
            plot.setViewport(QRect(QPoint(), size));
            composeFigure(plot, pathsFigure, data, style);
            plot.replot();
            const auto* const graph = qobject_cast<PathGraph*>(plot.cellMap(QStringLiteral("paths")));
            QVERIFY(graph);
            for (int node = 0; node < int(graph->nodes().size()); ++node) {
                QVERIFY2(graph->hasWord(node), qPrintable(graph->nodes()[std::size_t(node)].text));
                for (int other = 0; other < node; ++other)
                    QVERIFY(!graph->nodeRect(node).intersects(graph->nodeRect(other)));
            }
        }
    }

    void ofADeepModelOnlyTheLayersOfTheCircuitHaveRows()
    {
        core::CircuitSteps deep;
        deep.receivers = {{"logits", core::PathInput::Logits, 40, -1}};
        for (core::Index layer = 0; layer < 40; ++layer)
            deep.senders.push_back({"", layer, 0});
        deep.lives.assign(40, 0);
        deep.lives[3] = deep.lives[17] = 1;
        deep.steps = {{0.5, 2, 1, 1}};
        QCOMPARE(pathLayout(deep, 0).layers, (std::vector<core::Index>{3, 17}));
        QVERIFY(pathLayout(deep, 0).cellOf(deep.senders[4]).isNone());
    }

    void wordsOfStepsStayApartAndInside()
    {
        Plot plot;
        FigureStyle style;
        plot.resize(400, 300);
        plot.reset(style);
        QCPAxisRect* const rect = plot.addAxisRect(0, 0, style);
        rect->axis(QCPAxis::atBottom)->setRange(0, 10);
        rect->axis(QCPAxis::atLeft)->setRange(0, 1);
        QVector<StepMark> marks;
        for (int i = 0; i < 12; ++i)
            marks << StepMark{5 + 0.05 * i, 0.5, QStringLiteral("L1 H%1").arg(i)};
        auto* const drawn = new StepMarks(rect, style, marks);
        plot.replot();
        const QVector<QRectF> places = drawn->wordPlaces();
        int shown = 0;
        for (qsizetype i = 0; i < places.size(); ++i) {
            shown += !places[i].isNull();
            QVERIFY(places[i].isNull() || QRectF(rect->rect()).contains(places[i]));
            for (qsizetype j = 0; j < i; ++j)
                QVERIFY(!places[i].intersects(places[j]));
        }
        QVERIFY(shown > 0 && shown < 12);
    }

    void whatHasNoPathsIsSaidWithAWayOut()
    {
        const auto said = [](const std::vector<std::string>& choices, const QString& key) {
            const FigureData data{support::tinyRun("The cat sat on the mat", choices), nullptr, {}, {}};
            QVERIFY2(!pathsFigure.whyNot(data).isEmpty(), choices.front().c_str());
            QCOMPARE(pathsFigure.offer(data).key, key);
        };
        said({"norm.placement=post"}, "norm.placement");
        said({"mixer.kind=retention"}, "mixer.kind");
        said({"output.head=none"}, "output.head");
        QVERIFY(pathsFigure.whyNot({support::tinyRun("The"), nullptr, {}, {}}).contains("one token"));
        const QVariantMap other{{pathOption.name(), QStringLiteral("b")}};
        QVERIFY(!pathsFigure.offer({ownRun(), nullptr, {}, other}).label.isEmpty());
        const auto whyNot = [&](const RunPtr& b) { return pathsFigure.whyNot({ownRun(), b, {}, other}); };
        QVERIFY(whyNot(nullptr).contains("make B from A"));
        QVERIFY(whyNot(support::tinyRun("The dog sat")).contains("3"));
        QVERIFY(whyNot(support::tinyRun("The cat sat on the mat")).contains("same text"));
    }

    void theSliderGoesFromCircuitToCircuit()
    {
        SelectionModel selection;
        CircuitsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(ownRun(), nullptr);
        view.show();
        QVERIFY(view.restore("paths", {}));
        QCOMPARE(view.figure().id, pathsFigure.id);
        QVERIFY(!view.isEmpty());
        const core::CircuitSteps& all = circuits(view.figureData());
        auto* const slider = view.findChild<QSlider*>();
        QVERIFY(slider && slider->isVisible());
        QCOMPARE(slider->maximum(), int(all.steps.size()) - 1);
        QVERIFY(view.whatIf().isEmpty());
        slider->setValue(slider->value() == 1 ? 2 : 1);
        QCOMPARE(shownStep(all, view.figureData()), std::size_t(slider->value()));
        const QVariantMap chosen = view.whatIf();
        QCOMPARE(chosen.value(thresholdOption.name()).toDouble(), all.steps[std::size_t(slider->value())].threshold);
        view.setWhatIf({}); // undone
        QCOMPARE(shownStep(all, view.figureData()), core::fewestEdgesKeeping(all, keptShare));
        view.setWhatIf(chosen);
        QCOMPARE(view.whatIf(), chosen);
        QVERIFY(view.restore("paths", {{pathOption.name(), "b"}, {metricOption.name(), "loss"}, {thresholdOption.name(), 0.25}}));
        QCOMPARE(view.figureData().options[pathOption.name()].toString(), QString("b"));
        QCOMPARE(view.figureData().options[thresholdOption.name()].toDouble(), 0.25);
        QVERIFY(view.restore("ablation", {}));
        QVERIFY(!view.figureData().options.contains(thresholdOption.name()));
    }
};

QUIET_TEST_MAIN(TestPathsFigure)
#include "tst_paths_figure.moc"
