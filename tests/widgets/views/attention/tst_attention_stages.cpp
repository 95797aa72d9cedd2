// Stages of one head, and tokens under brackets: what the pictures hold equals the trace.

#include "tests/widgets/support/attention_page.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace support;
using namespace widgets;

class TestAttentionStages : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();
    RunPtr m_alibi = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"});

    static HeatmapPlottable* mapOf(const Plot& plot, const QString& name, int panel = 0)
    {
        for (CellPlottable* map : plot.cellMaps(name)) // lines have the name of their map
            if (auto* heat = qobject_cast<HeatmapPlottable*>(map); heat && panel-- == 0)
                return heat;
        return nullptr;
    }

    static FigureData dataOf(const RunPtr& run, const QVariantMap& options = {})
    {
        return {run, nullptr, {.layer = 1, .head = 2, .query = 4, .key = 1}, options};
    }

    /// A run whose tokens are pieces of bytes.
    RunPtr splitRun() const { return splitRun(m_run); }

    static RunPtr splitRun(const RunPtr& run)
    {
        auto trace = std::make_shared<core::Trace>();
        trace->ids = run->trace->ids;
        trace->tokens = {"<0xE7>", "<0x8C>", "<0xAB>", "在", "上", "沙"};
        for (const core::TraceEntry& entry : run->trace->entries())
            trace->add(entry);
        return std::make_shared<RunResult>(RunResult{trace, run->setup});
    }

private slots:
    void eachStageShowsItsMatrix_data()
    {
        QTest::addColumn<bool>("isAlibi");
        QTest::newRow("rope") << false;
        QTest::newRow("alibi") << true;
    }
    void eachStageShowsItsMatrix()
    {
        QFETCH(bool, isAlibi);
        const RunPtr run = isAlibi ? m_alibi : m_run;
        const core::Trace& trace = *run->trace;
        const auto shown = [&](const char* stage, const char* map = "head") {
            const auto plot = drawn(attentionFigure, dataOf(run, {{"stage", stage}}), {500, 400});
            return mapOf(*plot, QString::fromLatin1(map))->grid();
        };
        QVERIFY(same(shown("scaled"), headGrid(trace, 1, "attn.scores_content", 2)));
        QVERIFY(same(shown("mask"), headGrid(trace, 1, "attn.scores", 2)));
        QVERIFY(same(shown("softmax"), headGrid(trace, 1, "attn.pattern", 2)));
        QVERIFY(same(shown("values", "dimensions"), gridOf(trace.at("blocks.1.attn.z"), 1, 2)));
        QVERIFY(same(shown("out", "dimensions"), gridOf(trace.at("blocks.1.attn.out"))));
        const Grid product = shown("qk"), content = headGrid(trace, 1, "attn.scores_content", 2);
        QVERIFY(std::abs(double(product.at(4, 1)) / std::sqrt(8.0) - double(content.at(4, 1))) < 1e-5);
        const Grid concat = shown("concat", "dimensions");
        QCOMPARE(concat.columns, core::Index(32));
        QCOMPARE(concat.at(3, 2 * 8 + 5), trace.at("blocks.1.attn.z").at({3, 2, 5}));
    }

    void oldWordsNameTheirStages()
    {
        for (const auto& [old, now] : {std::pair{"content", "scaled"}, std::pair{"scores", "mask"},
                 std::pair{"pattern", "softmax"}, std::pair{"x", "softmax"}})
            QCOMPARE(QString(stageOf(dataOf(m_run, {{"stage", old}})).id), QString(now));
        QCOMPARE(QString(stageOf(dataOf(m_run)).id), QStringLiteral("softmax"));
    }

    void aStageThatIsNotThereSaysWhy()
    {
        QVERIFY(attentionFigure.whyNot(dataOf(m_run, {{"stage", "bias"}})).contains(QStringLiteral("ALiBi")));
        QVERIFY(attentionFigure.whyNot(dataOf(m_run, {{"stage", "cap"}})).contains(QStringLiteral("soft cap")));
        QVERIFY(attentionFigure.whyNot(dataOf(support::without(m_run, {"attn.z"}), {{"stage", "values"}}))
                    .contains(QStringLiteral("blocks.1.attn.z")));
        QVERIFY(attentionFigure.whyNot(dataOf(m_alibi, {{"stage", "bias"}})).isEmpty());
    }

    void lengthsBeforeAndAfterTheNormOfQueriesAreSaid()
    {
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"score.qk_norm=rms_head", "sizes.kv_heads=2"});
        const core::Trace& trace = *run->trace;
        const auto length = [&](const char* tensor, core::Index token, core::Index head) {
            double squares = 0;
            for (core::Index column = 0; column < trace.at(tensor).dim(2); ++column)
                squares += std::pow(double(trace.at(tensor).at({token, head, column})), 2);
            return formatNumber(std::sqrt(squares));
        };
        QCOMPARE(trace.at("blocks.1.attn.k").dim(1), core::Index(2)); // heads 2 and 3 share the second
        const QString said = QStringLiteral("length of q %1 → %2, of k %3 → %4")
                                 .arg(length("blocks.1.attn.q", 4, 2), length("blocks.1.attn.q_normed", 4, 2),
                                     length("blocks.1.attn.k", 1, 1), length("blocks.1.attn.k_normed", 1, 1));
        QVERIFY2(
            attentionStagesFigure.caption(dataOf(run)).contains(said), qPrintable(attentionStagesFigure.caption(dataOf(run))));
        QVERIFY(!attentionStagesFigure.caption(dataOf(m_run)).contains(QStringLiteral("QK-norm")));
        // Beside a model without one, both begin with their lengths, in few words.
        FigureData both = dataOf(m_run);
        both.b = run;
        both.mode = SlotMode::SideBySide;
        const QStringList sides = Captions(shownPanels(attentionStagesFigure, both)).ofSides(1);
        const Grid q = gridOf(m_run->trace->at("blocks.1.attn.q"), 1, 2);
        double squares = 0;
        for (int column = 0; column < int(q.columns); ++column)
            squares += std::pow(double(q.at(4, column)), 2);
        QVERIFY2(sides[0].startsWith("A: ‖q‖ " + formatNumber(std::sqrt(squares))), qPrintable(sides[0]));
        QCOMPARE(sides[1],
            QStringLiteral("B: QK-norm: ‖q‖ %1 → %2, ‖k‖ %3 → %4.")
                .arg(length("blocks.1.attn.q", 4, 2), length("blocks.1.attn.q_normed", 4, 2), length("blocks.1.attn.k", 1, 1),
                    length("blocks.1.attn.k_normed", 1, 1)));
    }

    void termsAddUpToTheScore_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("terms");
        QTest::newRow("alibi") << "position.kind=alibi" << 2;
        QTest::newRow("t5") << "position.kind=t5_buckets" << 2;
        QTest::newRow("transformer_xl") << "position.kind=transformer_xl" << 4;
        QTest::newRow("disentangled") << "position.kind=disentangled" << 3;
    }
    void termsAddUpToTheScore()
    {
        QFETCH(QString, choice);
        QFETCH(int, terms);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {choice.toStdString()});
        const auto plot = drawn(attentionFigure, dataOf(run, {{"stage", "bias"}}));
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("head"));
        QCOMPARE(int(maps.size()), terms + 1);
        for (int query = 0; query < 6; ++query)
            for (int key = 0; key <= query; ++key) {
                double sum = 0;
                for (int i = 0; i < terms; ++i)
                    sum += double(static_cast<HeatmapPlottable*>(maps[i])->grid().at(query, key));
                QVERIFY(std::abs(sum - double(static_cast<HeatmapPlottable*>(maps.last())->grid().at(query, key))) < 1e-5);
                QVERIFY(std::abs(sum - double(headGrid(*run->trace, 1, "attn.scores", 2).at(query, key))) < 1e-5);
            }
        QVERIFY(scoreTerms(*m_run, Selection{.layer = 1}).empty());
    }

    void allStagesStandInReadingOrder()
    {
        const auto plot = drawn(attentionStagesFigure, dataOf(m_run));
        QStringList names;
        for (CellPlottable* map : plot->cellMaps())
            names << map->name();
        QCOMPARE(names,
            QStringList(
                {"stage_qk", "stage_scaled", "stage_mask", "stage_softmax", "stage_values", "stage_concat", "stage_out"}));
        QVERIFY(same(mapOf(*plot, QStringLiteral("stage_softmax"))->grid(), headGrid(*m_run->trace, 1, "attn.pattern", 2)));
        const auto both
            = drawn(attentionStagesFigure, dataOf(support::tinyRun("The cat sat", {"position.kind=alibi", "score.soft_cap=5"})));
        QCOMPARE(both->cellMaps().size(), 9);
    }

    void differenceIsTakenByStage()
    {
        FigureData data = dataOf(m_run, {{"stage", "mask"}});
        data.b = support::withNumber(m_run, "blocks.1.attn.scores", 2 * 36 + 4 * 6 + 1, 3.5F);
        data.mode = SlotMode::All;
        const auto plot = drawn(attentionFigure, data);
        QCOMPARE(plot->cellMaps(QStringLiteral("head")).size(), 3);
        const Grid a = headGrid(*data.a->trace, 1, "attn.scores", 2);
        QCOMPARE(mapOf(*plot, QStringLiteral("head"), 2)->grid().at(4, 1), 3.5F - a.at(4, 1));
        QCOMPARE(mapOf(*plot, QStringLiteral("head"), 2)->grid().at(3, 1), 0.F);
        const std::vector<Metric> metrics = attentionFigure.metrics(data);
        QVERIFY(!metrics.empty());
        QCOMPARE(metrics[0].at.query, 4);
        QCOMPARE(metrics[0].at.key, 1);
    }

    void rowsOfPatternsAreComparedByDivergence()
    {
        FigureData data = dataOf(m_run);
        data.b = m_alibi;
        bool isNamed = false;
        for (const Metric& metric : attentionFigure.metrics(data))
            isNamed |= metric.name.contains(QStringLiteral("KL")) && metric.hasPlace;
        QVERIFY(isNamed);
    }

    void anotherNumberOfHeadsIsExplained()
    {
        FigureData data = dataOf(m_run);
        data.b = support::tinyRun("The cat sat on the mat", {"sizes.heads=8", "sizes.d_head=4"});
        data.mode = SlotMode::All;
        QVERIFY(whyHeadsDiffer(data).contains(QStringLiteral("4 heads")));
        data.side = Side::Delta;
        for (const FigureInfo* figure : {&attentionFigure, &attentionStagesFigure, &attentionCellFigure, &attentionWallFigure})
            QVERIFY2(figure->whyNot(data).contains(QStringLiteral("B has 8")), figure->id);
        data.side = Side::A;
        const auto wall = drawn(attentionWallFigure, data);
        for (CellPlottable* map : wall->cellMaps(QStringLiteral("wall")))
            QCOMPARE(map->columns(), 8); // the places of both are the same
        const std::vector<Caveat> above = shownPanels(attentionWallFigure, support::fulfilled(attentionWallFigure, data)).caveats;
        QVERIFY(std::any_of(above.begin(), above.end(), [](const Caveat& caveat) {
            return caveat.text.startsWith(QStringLiteral("B: Layers 0, 1, 2 have other numbers of heads than A"));
        }));
    }

    void sinksOfOneSlotMakeBothScalesLogarithmic()
    {
        // B's head looks at the first key only.
        RunPtr sink = m_run;
        for (int query = 1; query < 6; ++query)
            for (int key = 0; key <= query; ++key)
                sink = support::withNumber(sink, "blocks.1.attn.pattern", 2 * 36 + query * 6 + key, key == 0 ? 1.F : 0.F);
        FigureData data = dataOf(m_run);
        data.b = sink;
        data.mode = SlotMode::SideBySide;
        const auto locked = drawn(attentionFigure, data);
        for (const int panel : {0, 1})
            QCOMPARE(mapOf(*locked, QStringLiteral("head"), panel)->scale().choice.transform, ScaleTransform::Log);
        QVERIFY(composedCaption(attentionFigure, data).contains(QStringLiteral("logarithmic")));
        data.isLocked = false;
        const auto loose = drawn(attentionFigure, data);
        QCOMPARE(mapOf(*loose, QStringLiteral("head"), 0)->scale().choice.transform, ScaleTransform::Linear);
        QCOMPARE(mapOf(*loose, QStringLiteral("head"), 1)->scale().choice.transform, ScaleTransform::Log);
    }

    void linesHoldTheWeightsWhereThereIsRoom()
    {
        const auto linesOf = [&](const QVariantMap& options, QSizeF size) -> Grid {
            const auto plot = drawn(attentionFigure, dataOf(m_run, options), size);
            for (CellPlottable* map : plot->cellMaps(QStringLiteral("head")))
                if (auto* lines = qobject_cast<TokenLines*>(map))
                    return lines->weights();
            return {};
        };
        QVERIFY(same(linesOf({}, {1280, 720}), headGrid(*m_run->trace, 1, "attn.pattern", 2)));
        QVERIFY(same(linesOf({}, {820, 460}), headGrid(*m_run->trace, 1, "attn.pattern", 2)));
        QVERIFY(linesOf({}, {400, 400}).isEmpty());
        QVERIFY(!linesOf({{"lines", "on"}}, {400, 400}).isEmpty());
        QVERIFY(linesOf({{"lines", "off"}}, {1280, 720}).isEmpty());
    }

    void differencesOfTermsThatAreFarApartHaveTheirOwnScales()
    {
        // Another norm changes the content a little; one penalty is changed a lot.
        FigureData data = dataOf(m_alibi, {{"stage", "bias"}});
        const RunPtr post = support::tinyRun("The cat sat on the mat", {"position.kind=alibi", "norm.placement=post"});
        data.b = support::withNumber(post, "blocks.1.attn.bias", 2 * 36 + 4 * 6 + 1, 500.0F);
        data.mode = SlotMode::Delta;
        const std::vector<ScoreTerm> terms = scoreTerms(*data.a, Selection{.layer = 1});
        QCOMPARE(terms.size(), std::size_t(3));
        const auto plot = drawn(attentionFigure, data);
        std::vector<double> highest;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const HeatmapPlottable* map = mapOf(*plot, QStringLiteral("head"), int(i));
            QVERIFY(map);
            const Grid a = termGrid(*data.a, data.selection, terms[i]), b = termGrid(*data.b, data.selection, terms[i]);
            double largest = 0;
            for (core::Index row = 0; row < a.rows; ++row)
                for (core::Index column = 0; column < a.columns; ++column) {
                    const float change = b.at(row, column) - a.at(row, column);
                    if (std::isfinite(change)) {
                        QCOMPARE(map->grid().at(row, column), change);
                        largest = std::max(largest, std::abs(double(change)));
                    }
                }
            QCOMPARE(map->scale().choice.map, ColorMapId::Vik);
            QCOMPARE(map->scale().high, largest);
            QCOMPARE(map->scale().low, -largest);
            highest.push_back(largest);
        }
        QVERIFY(highest[1] > 100 * highest[0]);
    }

    // --- Brackets ----------------------------------------------------------------------------------------------------------

    void bytesOfACharacterStandUnderOneBracket()
    {
        const RunPtr run = splitRun();
        const TokenGroups apart = tokenGroups(*run->trace, false);
        QCOMPARE(apart.count(), 6);
        QCOMPARE(apart.brackets.size(), std::size_t(1));
        QCOMPARE(apart.brackets[0].text, QStringLiteral("猫"));
        QVERIFY(!apart.areSummed);
        const auto plot = drawn(attentionFigure, dataOf(run), {500, 400});
        plot->replot(QCustomPlot::rpImmediateRefresh);
        const auto ticker = mapOf(*plot, QStringLiteral("head"))->keyAxis()->ticker().dynamicCast<QCPAxisTickerText>();
        QCOMPARE(ticker->ticks().value(1.0), QStringLiteral("猫")); // in the middle of its three
        QVERIFY(!ticker->ticks().contains(0.0) && !ticker->ticks().contains(2.0));
        QCOMPARE(ticker->ticks().value(3.0), QStringLiteral("在"));
    }

    void everyMapOverTokensHasTheBrackets()
    {
        const RunPtr run = splitRun(), alibi = splitRun(m_alibi);
        const RunPtr experts = splitRun(
            support::tinyRun("The cat sat on the mat", {"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"}));
        const auto showing = [](const char* page) { return QVariantMap{{QStringLiteral("show"), QString::fromLatin1(page)}}; };
        const auto bottom = QCPAxis::atBottom, left = QCPAxis::atLeft;
        struct Case
        {
            const char* id;
            RunPtr run;
            QVariantMap options;
            std::vector<QCPAxis::AxisType> axes;
        };
        for (const Case& one : std::initializer_list<Case>{{"flow", run, {}, {bottom}}, {"residual", run, {}, {bottom}},
                 {"output", run, {}, {bottom}}, {"attention", run, {}, {left, bottom}},
                 {"attention", run, {{"stage", "values"}}, {left}}, {"attention_stages", run, {}, {left, bottom}},
                 {"norm", run, {}, {bottom}}, {"norm", run, showing("statistics"), {bottom}},
                 {"norm", run, showing("axes"), {left}}, {"mixture", experts, showing("map"), {left}},
                 {"mixture", experts, showing("routings"), {left}}, {"alibi", alibi, showing("penalty"), {left, bottom}},
                 {"alibi", run, showing("order"), {left, bottom}}, {"embeddings", run, showing("similarity"), {left, bottom}}}) {
            const auto plot = drawn(*findFigure(QString::fromLatin1(one.id)), dataOf(one.run, one.options), {900, 700});
            plot->replot(QCustomPlot::rpImmediateRefresh);
            for (const QCPAxis::AxisType axis : one.axes) {
                bool hasBracket = false;
                for (QCPAxisRect* const rect : plot->axisRects())
                    if (const auto ticker = rect->axis(axis)->ticker().dynamicCast<QCPAxisTickerText>())
                        hasBracket |= ticker->ticks().value(1.0) == QStringLiteral("猫");
                QVERIFY2(hasBracket,
                    qPrintable(QString::fromLatin1(one.id) + QLatin1Char(' ')
                        + QStringList(QVariant(one.options.values()).toStringList()).join(QLatin1Char(' '))));
            }
        }
    }

    void aBracketEndsWhereItsTokensAreTornApart()
    {
        const TokenGroups typed = tokenGroups(*splitRun()->trace, false);
        const TokenGroups behind = inOrder(typed, {3, 0, 1, 2, 4, 5}), torn = inOrder(typed, {0, 2, 3, 4, 5, 1});
        QCOMPARE(behind.brackets.size(), std::size_t(1));
        QCOMPARE(behind.brackets[0].first, 1);
        QCOMPARE(behind.brackets[0].last, 3);
        QCOMPARE(behind.texts.first(), QStringLiteral("在"));
        QVERIFY(torn.brackets.empty());
        QCOMPARE(torn.texts.last(), typed.texts.at(1));
    }

    void smallPanelsKeepTheScoresAndSayWhatIsMissing()
    {
        const auto isThere = [&](QSizeF size, const char* map) {
            return mapOf(*drawn(attentionStagesFigure, dataOf(m_run), size), QString::fromLatin1(map)) != nullptr;
        };
        QVERIFY(isThere({900, 600}, "stage_out") && isThere({900, 600}, "stage_softmax"));
        QVERIFY(!isThere({170, 300}, "stage_out") && isThere({170, 300}, "stage_softmax"));
        QVERIFY(!isThere({170, 300}, "stage_qk") && isThere({170, 300}, "stage_mask"));
        QVERIFY(isThere({400, 270}, "stage_qk") && !isThere({400, 270}, "stage_out"));
        const auto plot = drawn(attentionStagesFigure, dataOf(m_run), {170, 300});
        QStringList said;
        for (QCPLayoutElement* const element : plot->plotLayout()->elements(true))
            if (auto* const words = qobject_cast<QCPTextElement*>(element))
                said << words->text();
        QVERIFY(said.join(QLatin1Char(' ')).contains(QStringLiteral("No room for")));
    }

    void charactersAddUpTheirBytes()
    {
        const RunPtr run = splitRun();
        const auto plot = drawn(attentionFigure, dataOf(run, {{"brackets", "sum"}}), {500, 400});
        const Grid sums = mapOf(*plot, QStringLiteral("head"))->grid();
        const Grid pattern = headGrid(*run->trace, 1, "attn.pattern", 2);
        QCOMPARE(sums.rows, core::Index(4));
        QVERIFY(std::abs(sums.at(2, 0) - (pattern.at(4, 0) + pattern.at(4, 1) + pattern.at(4, 2))) < 1e-6F);
        for (int row = 0; row < 4; ++row) {
            float sum = 0;
            for (int column = 0; column < 4; ++column)
                sum += sums.at(row, column);
            QVERIFY(std::abs(sum - 1.F) < 1e-5F);
        }
        const TokenGroups groups = tokenGroups(*run->trace, true);
        QCOMPARE(groups.firstToken(1), 3);
        QCOMPARE(groups.placeOf(2), 0);
        QCOMPARE(groups.placeOf(99), -1);
        QCOMPARE(mapOf(*plot, QStringLiteral("head"))->pinned(), (Cell{2, 0}));
    }
};

QUIET_TEST_MAIN(TestAttentionStages)
#include "tst_attention_stages.moc"
