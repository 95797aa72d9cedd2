// The mixture figure: what its pages draw is what the trace holds, and the view leads from page to page.

#include "core/analysis/token_route.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/mixture_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/data.h"
#include "widgets/views/mixture/expert_links.h"
#include "widgets/views/mixture/fact_table.h"
#include "widgets/views/mixture/figure.h"
#include "widgets/views/mixture/flow.h"
#include "widgets/views/mixture/gate_map.h"
#include "widgets/views/mixture/view.h"

#include <QContextMenuEvent>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

namespace {

/// The first element of this kind in the layout.
template <class Element>
Element* elementOf(QCPLayoutElement* in)
{
    if (auto* const found = qobject_cast<Element*>(in))
        return found;
    if (in)
        for (QCPLayoutElement* const child : in->elements(false))
            if (auto* const found = elementOf<Element>(child))
                return found;
    return nullptr;
}

QImage imageOf(const FigureData& data)
{
    Plot plot;
    draw(plot, data);
    return plot.toPixmap(1200, 640).toImage();
}

} // namespace

class TestMixture : public QObject
{
    Q_OBJECT

    static void addModels()
    {
        QTest::addColumn<QStringList>("said");
        QTest::newRow("six experts") << QStringList();
        QTest::newRow("shared, capacity") << QStringList{"mixture.experts=8", "mixture.shared=1", "mixture.capacity=0.5"};
    }

    static RunPtr fetchRun()
    {
        QFETCH(QStringList, said);
        std::vector<std::string> more;
        for (const QString& one : said)
            more.push_back(one.toStdString());
        return runOf(more);
    }

private slots:
    void theTokenPageDrawsLogitsGatesAndTheirSum_data() { addModels(); }
    void theTokenPageDrawsLogitsGatesAndTheirSum()
    {
        const RunPtr run = fetchRun();
        Plot plot;
        draw(plot, dataOf(run, "token"));
        const auto* flow = elementOf<MixtureFlow>(plot.plotLayout());
        QVERIFY(flow);
        const core::Tensor& logits = run->trace->at("blocks.1.mlp.router_logits");
        const core::Tensor& gates = run->trace->at("blocks.1.mlp.gates");
        QCOMPARE(flow->content().logits.size(), std::size_t(logits.columns()));
        for (core::Index e = 0; e < logits.columns(); ++e)
            QCOMPARE(flow->content().logits[std::size_t(e)], double(logits.row(3)[e]));
        for (const FlowBox& box : flow->content().boxes)
            if (!box.isSum && !box.isShared)
                QCOMPARE(box.gate, double(gates.row(3)[box.expert]));
        QVERIFY(flow->content().boxes.back().isSum);
        const auto* sum = chartOf<HeatmapPlottable>(plot, QStringLiteral("sum"));
        QVERIFY(sum);
        const core::Tensor& out = run->trace->at("blocks.1.mlp.out");
        QCOMPARE(sum->grid().rows, core::Index(flow->content().boxes.size()));
        for (core::Index d = 0; d < out.columns(); ++d) {
            float added = 0;
            for (core::Index row = 0; row + 1 < sum->grid().rows; ++row)
                added += sum->grid().at(row, d);
            QCOMPARE(sum->grid().at(sum->grid().rows - 1, d), out.row(3)[d]);
            QVERIFY(std::abs(added - out.row(3)[d]) < 1e-5F);
        }
    }

    void manyExpertsOfATokenFoldIntoOneRowAndStillAddUp()
    {
        const RunPtr run = runOf({"mixture.experts=40", "mixture.top_k=32"});
        Plot plot;
        draw(plot, dataOf(run, "token"));
        const auto* sum = chartOf<HeatmapPlottable>(plot, QStringLiteral("sum"));
        QVERIFY(sum && sum->grid().rows < 30);
        const core::Tensor& out = run->trace->at("blocks.1.mlp.out");
        for (core::Index d = 0; d < out.columns(); ++d) {
            float added = 0;
            for (core::Index row = 0; row + 1 < sum->grid().rows; ++row)
                added += sum->grid().at(row, d);
            QVERIFY(std::abs(added - out.row(3)[d]) < 1e-4F);
        }
    }

    void theMapDrawsTheGatesOfEveryLayer_data() { addModels(); }
    void theMapDrawsTheGatesOfEveryLayer()
    {
        const RunPtr run = fetchRun();
        Plot plot;
        draw(plot, dataOf(run, "map"));
        const auto* map = chartOf<GateMap>(plot, QStringLiteral("gates"));
        QVERIFY(map && holds(map->grid(), run->trace->at("blocks.1.mlp.gates")));
        QCOMPARE(plot.cellMap(QStringLiteral("layers"))->columns(), 3);
        const auto* links = elementOf<ExpertLinks>(plot.plotLayout());
        QVERIFY(links);
        const core::Tensor& gates = run->trace->at("blocks.1.mlp.gates");
        for (core::Index t = 0; t < gates.rows(); ++t)
            for (core::Index e = 0; e < gates.columns(); ++e) {
                QCOMPARE(links->content().gates[std::size_t(t)][std::size_t(e)], double(gates.row(t)[e]));
                QCOMPARE(map->isLit({int(t), int(e)}), gates.row(t)[e] != 0);
            }
        QCOMPARE(links->content().marked, 3);
        FigureData logits = dataOf(run, "map");
        logits.options.insert(QStringLiteral("cells"), QStringLiteral("logits"));
        draw(plot, logits);
        QVERIFY(holds(chartOf<GateMap>(plot, QStringLiteral("gates"))->grid(), run->trace->at("blocks.1.mlp.router_logits")));
    }

    void theRouteIsTheTokensGatesInEveryMixture()
    {
        const RunPtr run = runOf({"feed_forward.kind@1-1=gated"});
        Plot plot;
        draw(plot, dataOf(run, "route"));
        const auto* map = chartOf<GateMap>(plot, QStringLiteral("route"));
        QVERIFY(map);
        QCOMPARE(map->grid().rows, core::Index(2));
        for (core::Index e = 0; e < 6; ++e) {
            QCOMPARE(map->grid().at(0, e), run->trace->at("blocks.2.mlp.gates").row(3)[e]); // the last on top
            QCOMPARE(map->grid().at(1, e), run->trace->at("blocks.0.mlp.gates").row(3)[e]);
        }
        for (const GateMap::Link& link : map->links())
            QVERIFY(link.from.row == 1 && link.to.row == 0);
        QCOMPARE(map->links().size(), std::size_t(4)); // two choices to two choices
        QCOMPARE(std::count_if(map->links().begin(), map->links().end(), [](const auto& link) { return link.isMain; }), 1);
    }

    void theRouteNamesTheLargestGateThatIsKept()
    {
        // One place in each expert: the first token keeps its choices, and whoever comes later finds them full.
        const RunPtr run = runOf({"mixture.capacity=0.1"}, "cat cat cat cat");
        const auto isFull = [](const core::RouteStep& step) { return step.experts.front().second == 0; };
        const std::vector<core::RouteStep> first = core::routeOf(*run->trace, 0), later = core::routeOf(*run->trace, 3);
        QVERIFY(!isFull(first.front()));
        QVERIFY(isFull(later.front()));
        QStringList names;
        for (const core::RouteStep& step : later)
            names << (isFull(step) ? QStringLiteral("—") : expertName(step.experts.front().first));
        const QString caption = mixtureFigure.caption(dataOf(run, "route"));
        QVERIFY2(caption.contains(QStringLiteral("are those of %1; at — every expert was full.").arg(names.join(" → "))),
            qPrintable(caption));
        QVERIFY(!mixtureFigure.caption(dataOf(run, "route", {.query = 0})).contains(QStringLiteral("was full")));
    }

    void ofEquallyBusyExpertsTheFirstIsNamed()
    {
        QCOMPARE(busiestExpert({1, 4, 0, 4}), core::Index(1));
        RunPtr run = runOf(); // experts 1 and 4 get all six tokens
        for (core::Index token = 0; token < 6; ++token)
            for (core::Index expert = 0; expert < 6; ++expert)
                run = support::withNumber(run, "blocks.1.mlp.gates", 6 * token + expert, expert == 1 || expert == 4 ? 0.5F : 0.F);
        QVERIFY(mixtureFigure.caption(dataOf(run, "map")).contains(QStringLiteral("the busiest expert, E1,")));
        QVERIFY(mixtureFigure.caption(dataOf(run, "load")).contains(QStringLiteral("In layer 1 E1 has")));
        for (core::Index token = 0; token < 6; ++token)
            for (core::Index expert = 0; expert < 6; ++expert)
                run = support::withNumber(run, "blocks.1.mlp.gates", 6 * token + expert, 0.5F);
        QVERIFY(mixtureFigure.caption(dataOf(run, "map")).contains(QStringLiteral("every expert has 6 of 36 places")));
    }

    void aPartOfACharacterIsNamedByIt()
    {
        const RunPtr run = runOf({}, "鱻");
        QCOMPARE(tokenLabel(*run, 1), QStringLiteral("鱻₂"));
        QVERIFY(tokenLabel(*run, 99).isEmpty());
    }

    void theLoadCountsTheTokensOfEachExpert_data() { addModels(); }
    void theLoadCountsTheTokensOfEachExpert()
    {
        const RunPtr run = fetchRun();
        Plot plot;
        draw(plot, dataOf(run, "load"));
        const auto* chart = chartOf<BarChart>(plot, QStringLiteral("load"));
        QVERIFY(chart);
        const core::Tensor& gates = run->trace->at("blocks.1.mlp.gates");
        const core::Tensor* dropped = run->trace->find("blocks.1.mlp.dropped");
        double all = 0;
        for (core::Index e = 0; e < gates.columns(); ++e) {
            double tokens = 0;
            for (core::Index t = 0; t < gates.rows(); ++t)
                tokens += gates.row(t)[e] != 0 || (dropped && dropped->row(t)[e] != 0);
            QCOMPARE(chart->bars()[e].value, tokens);
            all += tokens;
        }
        QCOMPARE(all, 2.0 * double(gates.rows()));
        const auto* facts = elementOf<FactTable>(plot.plotLayout());
        QVERIFY(facts && facts->facts().size() >= 8);
        QVERIFY(facts->facts().back().share > 0 && facts->facts().back().share < 1); // active of all parameters
    }

    void manyExpertsStandAsColumns()
    {
        Plot plot;
        draw(plot, dataOf(runOf({"mixture.experts=64"}), "load"));
        QVERIFY(chartOf<Histogram>(plot, QStringLiteral("load")));
    }

    void changedNumberShows_data()
    {
        QTest::addColumn<QString>("show");
        QTest::addColumn<QString>("tensor");
        QTest::newRow("token, logits") << "token"
                                       << "blocks.1.mlp.router_logits";
        QTest::newRow("token, out") << "token"
                                    << "blocks.1.mlp.out";
        for (const char* show : {"map", "route", "load", "routings"})
            QTest::newRow(show) << show << "blocks.1.mlp.gates";
    }
    void changedNumberShows()
    {
        QFETCH(QString, show);
        QFETCH(QString, tensor);
        const RunPtr run = runOf();
        const core::Index columns = run->trace->at(tensor.toStdString()).columns();
        const RunPtr changed = support::withNumber(run, tensor.toStdString(), 3 * columns + 2, 0.875F);
        const QByteArray page = show.toLatin1();
        QVERIFY(imageOf(dataOf(run, page)) != imageOf(dataOf(changed, page)));
        QVERIFY(mixtureFigure.table(dataOf(run, page)) != mixtureFigure.table(dataOf(changed, page))
            || tensor.endsWith(QLatin1String("out")));
    }

    void aModelWithoutExpertsSaysWhatToChoose()
    {
        const QString reason = mixtureFigure.whyNot(dataOf(support::tinyRun(), "token"));
        QVERIFY(reason.contains(QStringLiteral("Mixture of experts")));
        QVERIFY(mixtureFigure.whyNot(dataOf(runOf(), "token")).isEmpty());
        QVERIFY(
            mixtureFigure.whyNot(dataOf(support::without(runOf(), {"gates"}), "token")).contains(QStringLiteral("mlp.gates")));
        QVERIFY(!mixtureFigure.whyNot(FigureData()).isEmpty());
    }

    void aLayerWithoutExpertsShowsTheNearestAndSaysSo()
    {
        const RunPtr run = runOf({"feed_forward.kind@0-1=gated"});
        const FigureData data = dataOf(run, "token", {.layer = 0});
        QCOMPARE(shownMixtureLayer(data), 2);
        QVERIFY(mixtureFigure.caption(data).contains(QStringLiteral("Layer 0 has no mixture")));
    }

    void everyPageDrawsInEveryModeAndSize()
    {
        const RunPtr a = runOf(), b = runOf({"mixture.routing=sigmoid_bias_groups"}), one = runOf({}, "The");
        for (const char* show : {"token", "map", "route", "load", "routings"})
            for (const QSizeF& size : {QSizeF(1300, 700), QSizeF(420, 600), QSizeF(330, 240)}) {
                Plot plot;
                draw(plot, dataOf(one, show, {}), size);
                draw(plot, dataOf(a, show, {.layer = 99, .query = 99}), size);
                FigureData both = dataOf(a, show);
                both.b = b;
                both.mode = SlotMode::All;
                both = support::fulfilled(mixtureFigure, both);
                draw(plot, both, size);
                QVERIFY(!plot.toPixmap(int(size.width()), int(size.height())).isNull());
                QVERIFY(!composedCaption(mixtureFigure, both).isEmpty());
            }
    }

    /// On the page of a token: its box, its bar and the row of what it adds.
    void aRightClickOffersTheExpert()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .query = 3});
        MixtureView view(&selection);
        support::answer(view);
        view.resize(1200, 760);
        view.show();
        view.setRun(runOf(), nullptr);
        QTRY_VERIFY(view.isUpToDate() && elementOf<MixtureFlow>(view.plot()->plotLayout()));
        const auto* const flow = elementOf<MixtureFlow>(view.plot()->plotLayout());
        QSignalSpy asked(&view, &View::placeAsked);
        QSet<int> boxes, bars;
        for (int y = flow->rect().top(); y < flow->rect().bottom(); y += 3)
            for (const bool isBox : {true, false}) {
                asked.clear();
                const QPoint at(isBox ? flow->rect().right() - 12 : flow->rect().right() - int(flow->bandsWidth()) - 200, y);
                QContextMenuEvent asks(QContextMenuEvent::Mouse, at, view.plot()->mapToGlobal(at));
                QCoreApplication::sendEvent(view.plot(), &asks);
                if (asked.isEmpty() || asked[0][0].toString() != QLatin1String("blocks.1.mlp.gates"))
                    continue;
                const auto place = asked[0][1].value<Selection>();
                QCOMPARE(place.query, 3);
                (isBox ? boxes : bars) << place.dim;
            }
        QSet<int> kept;
        for (const FlowBox& box : flow->content().boxes)
            if (box.expert >= 0 && !box.isShared)
                kept << box.expert;
        QCOMPARE(boxes, kept);
        QVERIFY(bars.contains(kept));
    }

    void aClickOnTheMapPinsTheTokenTheSecondOpensIt()
    {
        SelectionModel selection;
        MixtureView view(&selection);
        support::answer(view);
        view.resize(1200, 760);
        view.show();
        view.setRun(runOf(), nullptr);
        auto* const show = view.findChildren<SegmentedSwitch*>().at(0);
        QCOMPARE(show->current(), QStringLiteral("token"));
        emit view.plot()->cellClicked(QStringLiteral("layers"), 0, 2, Qt::NoModifier);
        QCOMPARE(selection.pinned().layer, 2);
        show->setCurrent(QStringLiteral("map"));
        emit view.plot()->cellClicked(QStringLiteral("gates"), 4, 1, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 4);
        QCOMPARE(show->current(), QStringLiteral("map"));
        emit view.plot()->cellClicked(QStringLiteral("gates"), 4, 2, Qt::NoModifier);
        QCOMPARE(show->current(), QStringLiteral("token"));
        QTest::keyClick(view.plot(), Qt::Key_Backspace);
        QCOMPARE(show->current(), QStringLiteral("map"));
    }
};

QUIET_TEST_MAIN(TestMixture)
#include "tst_mixture.moc"
