// The wall of all heads: its order, its charts, and two slots beside each other.

#include "tests/widgets/support/attention_page.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_tables.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/column_brackets.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/wall_charts.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/no_room.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace support;
using namespace widgets;

class TestAttentionWall : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    /// An intervention in the weights may let a query look at what the mask hides: its cell is seen.
    void aCellThatMayLookIsNotMasked()
    {
        core::TraceRequest request;
        request.interventions = {{.at = "blocks.0.attn.pattern",
            .slice = {{core::axis::head, 1, 1}, {core::axis::query, 1, 1}, {core::axis::key, 4, 4}},
            .op = core::InterventionOp::Set,
            .value = {{}, {0.5f}}}};
        const RunPtr run = support::tinyRun("The cat sat on the mat", {}, request);
        const auto isHidden = [&](int head, core::Index key) {
            return std::isinf(headMask(*run, core::AttentionPart::Self, 0, head).at(1, key));
        };
        QVERIFY(!isHidden(1, 4) && isHidden(1, 3) && isHidden(0, 4) && !isHidden(1, 0));
        const auto words = [&](int key) { return maskedWords(*run->trace, {.layer = 0, .head = 1, .query = 1, .key = key}); };
        QVERIFY(words(4).isEmpty() && !words(3).isEmpty());
        QVERIFY(readOut(run, {.layer = 0, .head = 1, .query = 1, .key = 4}, {}, {}).contains(QStringLiteral("0.5")));
    }

    /// Where no scores were recorded, as in the higher layers of a long text, the mask is that of the block.
    void aMaskIsKnownWithoutScores_data()
    {
        QTest::addColumn<std::string>("choice");
        for (const char* choice : {"mask.kind=causal", "mask.kind=bidirectional", "mask.kind=sliding_window", "mask.kind=strided"})
            QTest::newRow(choice) << std::string(choice);
    }
    void aMaskIsKnownWithoutScores()
    {
        QFETCH(std::string, choice);
        core::TraceRequest request;
        request.patterns = {"blocks.0.attn.scores", "blocks.*.attn.pattern"};
        const RunPtr run = support::tinyRun("The cat sat on the mat", {choice}, request);
        const Grid recorded = headMask(*run, core::AttentionPart::Self, 0, 1);
        const Grid followed = headMask(*run, core::AttentionPart::Self, 1, 1);
        QVERIFY(!run->trace->find("blocks.1.attn.scores") && followed.rows == recorded.rows && followed.columns == recorded.columns);
        for (core::Index query = 0; query < recorded.rows; ++query)
            for (core::Index key = 0; key < recorded.columns; ++key)
                QCOMPARE(std::isinf(followed.at(query, key)), std::isinf(recorded.at(query, key)));
    }

    /// No head before the first layer has marked what stood before a token.
    void theFirstLayerDoesNotInduce()
    {
        std::set<bool> seen;
        for (int seed = 1; seed <= 12; ++seed) {
            FigureData data{support::tinyRun("The cat sat. The cat sat.", {"seed=" + std::to_string(seed)}), nullptr, {}, {}};
            data = support::fulfilled(attentionWallFigure, data);
            const std::vector<NamedHead> best = bestHeads(data, QStringLiteral("induction"));
            QVERIFY(!best.empty());
            const QString words = attentionWallFigure.caption(data);
            QCOMPARE(words.contains(QLatin1String("not induction")), best.front().layer == 0);
            QCOMPARE(words.contains(QLatin1String("strongest induction head")), best.front().layer != 0);
            seen.insert(best.front().layer == 0);
        }
        QCOMPARE(seen.size(), std::size_t(2));
    }

    // --- The wall ----------------------------------------------------------------------------------------------------------

    void aSortedWallIsInTheOrderOfItsScore_data()
    {
        QTest::addColumn<QString>("sort");
        for (const WallScore& score : wallScores())
            QTest::newRow(score.id) << QString::fromLatin1(score.id);
    }
    void aSortedWallIsInTheOrderOfItsScore()
    {
        QFETCH(QString, sort);
        const RunPtr run = support::tinyRun("The cat sat on the mat and the cat sat");
        const FigureData data = support::fulfilled(attentionWallFigure, {run, nullptr, {}, {{"sort", sort}}});
        const WallOrder order = wallOrder(data);
        QVERIFY(order.isSorted);
        const WallScore& score = *findWallScore(sort);
        std::set<std::pair<int, int>> seen;
        double last = score.isLowFirst ? -1 : 1e9;
        for (const HeadPlace& place : order.places) {
            if (place.layer < 0)
                continue;
            seen.insert({place.layer, place.head});
            const double value = score.of(*scoresOf(*run, place.layer, place.head));
            QVERIFY(score.isLowFirst ? value >= last : value <= last);
            last = value;
        }
        QCOMPARE(seen.size(), std::size_t(12));
        const auto plot = drawn(attentionWallFigure, data);
        auto* wall = qobject_cast<MapWall*>(plot->cellMap(QStringLiteral("wall")));
        const HeadPlace first = order.at(0, 0);
        QCOMPARE(wall->labels().first(), QStringLiteral("%1.%2").arg(first.layer).arg(first.head));
        QVERIFY(same(wall->tile(0, 0), headGrid(*run->trace, first.layer, "attn.pattern", first.head)));
        QVERIFY(order.cellOf(first.layer, first.head) == (Cell{0, 0}));
        QCOMPARE(headsOfChart(data, sort).front(), std::pair(first.layer, first.head));
    }

    void inductionNeedsARepeat()
    {
        FigureData data{support::tinyRun("The cat sat on a mat"), nullptr, {}, {{"sort", "induction"}}};
        QVERIFY(!wallOrder(data).isSorted);
        QVERIFY(!whyNotSorted(data).isEmpty());
        QVERIFY(attentionWallFigure.caption(data).contains(QStringLiteral("occurs twice")));
        // A training has a number of the same name, of other texts: the sentence says of which this one is.
        const FigureData repeats
            = support::fulfilled(attentionWallFigure, {support::tinyRun("The cat sat. The cat sat"), nullptr, {}, {}});
        const QString caption = attentionWallFigure.caption(repeats);
        QVERIFY2(
            caption.contains(QStringLiteral("on the repeats of this text (Training measures random ones)")), qPrintable(caption));
    }

    void whereNothingChangesNoHeadChangedMost()
    {
        FigureData data{m_run, support::tinyRun(), {}, {}};
        data.side = Side::Delta;
        QCOMPARE(attentionWallFigure.caption(support::fulfilled(attentionWallFigure, data)),
            QStringLiteral("The weights of no head changed."));
    }

    void chartsAreThoseThatTheOptionNames()
    {
        const auto chartsOf = [&](const QVariantMap& options) {
            const auto plot = drawn(attentionWallFigure, {m_run, nullptr, {}, options});
            QStringList names;
            for (int i = 0; i < plot->plottableCount(); ++i)
                if (qobject_cast<BarChart*>(plot->plottable(i)))
                    names << plot->plottable(i)->name();
            return names;
        };
        QCOMPARE(chartsOf({{"charts", "distance,entropy"}}), QStringList({"distance", "entropy"}));
        QCOMPARE(chartsOf({{"sort", "distance"}}).first(), QStringLiteral("distance"));
        QVERIFY(chartsOf({}).size() >= 3);
    }

    void barsWithoutRoomAreNamed()
    {
        const auto saysSo = [&](const QSizeF& size) {
            return saysLeftOut(*drawn(attentionWallFigure, {m_run, nullptr, {}, {}}, size));
        };
        QVERIFY(!saysSo({1000, 480}));
        QVERIFY(saysSo({500, 480}));
    }

    /// Of heads that all look at one token each the entropies are small numbers, not "0.00" beside a whole bar.
    void aBarWithALengthHasANumber()
    {
        int small = 0;
        for (const char* scale : {"score.scale=5", "score.scale=10", "score.scale=20", "score.scale=40", "score.scale=80"}) {
            const RunPtr run = support::tinyRun("The cat sat on the mat", {scale});
            const auto plot = drawn(attentionWallFigure, {run, nullptr, {}, {{"charts", "entropy"}}});
            const BarChart* chart = nullptr;
            for (int i = 0; i < plot->plottableCount(); ++i)
                if (const auto* const one = qobject_cast<BarChart*>(plot->plottable(i)))
                    chart = one;
            QVERIFY(chart);
            const auto longest = std::ranges::max_element(chart->bars(), {}, &Bar::value);
            small += longest->value > 0 && longest->value < 0.005;
            QVERIFY2(longest->value == 0 || longest->text != QLatin1String("0.00"), scale);
        }
        QVERIFY(small > 0);
    }

    void theWallHoldsBothSlotsAndTheirDifference()
    {
        FigureData data{m_run, support::withNumber(m_run, "blocks.1.attn.pattern", 2 * 36 + 4 * 6 + 1, 0.001F), {}, {}};
        data.mode = SlotMode::All;
        const auto plot = drawn(attentionWallFigure, data);
        const QList<CellPlottable*> walls = plot->cellMaps(QStringLiteral("wall"));
        QCOMPARE(walls.size(), 3);
        const Grid change = qobject_cast<MapWall*>(walls[2])->tile(1, 2);
        QCOMPARE(change.at(4, 1), 0.001F - headGrid(*m_run->trace, 1, "attn.pattern", 2).at(4, 1));
        data = support::fulfilled(attentionWallFigure, data);
        const std::vector<Metric> metrics = attentionWallFigure.metrics(data);
        QVERIFY(!metrics.empty());
        QCOMPARE(metrics[0].at, (Selection{.layer = 1, .head = 2, .query = 4, .key = 1}));
        QCOMPARE(headsOfChart(data, QStringLiteral("changed")).front(), std::pair(1, 2));
    }

    /// As SmolLM2 has in the window of a projector: the bars give way to the wall, and each head of keys has its number.
    void aWallOfManyLayersHasThePage()
    {
        const RunPtr run = support::tinyRun("The cat sat",
            {"sizes.layers=30", "sizes.d_model=18", "sizes.heads=9", "attention.kind=grouped_query", "sizes.kv_heads=3",
                "position.kind=none"});
        setCurrentTheme(ThemeId::Projector);
        const auto plot = drawn(attentionWallFigure, {run, nullptr, {}, {}}, {1255, 390});
        setCurrentTheme(ThemeId::Light);
        plot->setViewport(plot->rect());
        plot->replot();
        const QRect wall = plot->cellMap(QStringLiteral("wall"))->keyAxis()->axisRect()->rect();
        QVERIFY2(wall.width() > 0.5 * 1255 && wall.height() > 0.6 * 390,
            qPrintable(QStringLiteral("%1 × %2").arg(wall.width()).arg(wall.height())));
        const auto* const brackets = plot->findChild<ColumnBrackets*>();
        QVERIFY(brackets && !brackets->words().contains(QString()));
        QCOMPARE(brackets->words().first(), QStringLiteral("kv 0"));
    }

    /// However the wall is arranged, its table is by layer, head, query and key, with the tokens.
    void itsTableSpeaksOfHeadsAndTokens_data()
    {
        QTest::addColumn<QString>("sort");
        QTest::addColumn<int>("layers");
        QTest::newRow("in rows") << "layer" << 3;
        QTest::newRow("sorted") << "entropy" << 3;
        QTest::newRow("in parts") << "layer" << 16;
    }
    void itsTableSpeaksOfHeadsAndTokens()
    {
        QFETCH(QString, sort);
        QFETCH(int, layers);
        const RunPtr run = support::tinyRun("The cat. The cat", {"sizes.layers=" + std::to_string(layers)});
        const FigureData data = support::fulfilled(attentionWallFigure, {run, nullptr, {}, {{"sort", sort}}});
        const std::vector<NumberTable> tables = figureNumberTables(attentionWallFigure, data, screenStyle({1280, 300}));
        const NumberTable& wall = tables.front();
        QCOMPARE(wall.shownName(), QStringLiteral("all heads"));
        QCOMPARE(wall.keyNames(), QStringList({"layer", "head", "query"}));
        const int tokens = wall.columns(), heads = wall.rows() / tokens / layers;
        QCOMPARE(wall.columnName(1), QStringLiteral("1 cat"));
        const int row = (1 * heads + 2) * tokens + 4; // L1 H2, the fifth token
        QCOMPARE(wall.rowName(row), QStringLiteral("L1 · H2 · 4 cat"));
        const Grid head = headGrid(*run->trace, 1, "attn.pattern", 2);
        for (int key = 0; key < tokens; ++key)
            QCOMPARE(wall.number(row, key), double(head.at(4, key)));
        QVERIFY(wall.isMasked((1 * heads + 2) * tokens, 1) && !wall.isMasked(row, 4));
    }

    void ofThreePanelsTheLayersGoOnBesideEachOther()
    {
        const RunPtr a = support::tinyRun("The cat sat", {"sizes.layers=9", "sizes.heads=2"});
        const RunPtr b = support::tinyRun("The cat sat", {"sizes.layers=9", "sizes.heads=2", "norm.placement=post"});
        FigureData data{a, b, {.layer = 7, .head = 1}, {}, SlotMode::All};
        const auto plot = drawn(attentionWallFigure, data, {1280, 300});
        const int columns = plot->cellMap(QStringLiteral("wall"))->columns();
        const WallOrder order = wallOrder(data, columns / wallOrder(data).columns); // as the view finds its places
        QCOMPARE(order.parts, 2);
        QCOMPARE(order.columns, columns);
        for (int layer = 0; layer < 9; ++layer) // every head once, where the clicks and the labels say
            for (int head = 0; head < 2; ++head) {
                const Cell cell = order.cellOf(layer, head);
                QCOMPARE(order.at(cell.row, cell.column), (HeadPlace{layer, head}));
                QCOMPARE(cell.column % 2, head);
            }
        const Cell cell = order.cellOf(7, 1);
        for (CellPlottable* const map : plot->cellMaps(QStringLiteral("wall"))) {
            const auto* const rect = qobject_cast<GridAxisRect*>(map->keyAxis()->axisRect());
            QVERIFY(rect->rowLabels().at(cell.row).split(QStringLiteral(" · ")).contains(QStringLiteral("7")));
            QCOMPARE(rect->columnLabels().at(cell.column), QStringLiteral("1"));
        }
        const Grid tile = qobject_cast<MapWall*>(plot->cellMap(QStringLiteral("wall")))->tile(cell.row, cell.column);
        QVERIFY(same(tile, headGrid(*a->trace, 7, "attn.pattern", 1)));
        // A high page has room for all of them below each other, one panel for them beside each other.
        QCOMPARE(drawn(attentionWallFigure, data, {1280, 720})->cellMap(QStringLiteral("wall"))->rows(), 9);
        data.mode = SlotMode::A;
        QVERIFY(drawn(attentionWallFigure, data, {1280, 300})->cellMap(QStringLiteral("wall"))->columns() > 2);
    }
};

QUIET_TEST_MAIN(TestAttentionWall)
#include "tst_attention_wall.moc"
