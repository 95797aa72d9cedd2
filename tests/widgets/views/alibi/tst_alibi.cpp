#include "tests/widgets/support/alibi_page.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/alibi/figure.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/order.h"
#include "widgets/views/alibi/view.h"
#include "widgets/views/shared/head_scores.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace support;
using namespace widgets;

class TestAlibi : public QObject
{
    Q_OBJECT

    RunPtr m_alibi = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"});
    RunPtr m_rope = support::tinyRun("The cat sat on the mat", {"position.kind=rope"});

private slots:
    void lengthsBeyondTheTextNeedNoSecondToken()
    {
        const RunPtr one = support::tinyRun("The", {"position.kind=alibi"});
        QCOMPARE(streamTokens(*one->trace).size(), std::size_t(1));
        QVERIFY(!whyNothing(alibiFigure, dataOf(one)).isEmpty());
        QCOMPARE(whyNothing(alibiFigure, dataOf(one, "beyond")), QString());
        QVERIFY(alibiFigure.caption(dataOf(one, "beyond")).contains("the 1 token"));
    }

    void mapsHoldTheStagesOfTheTrace_data()
    {
        QTest::addColumn<int>("layer");
        QTest::addColumn<int>("heads");
        QTest::newRow("four heads") << 1 << 4;
        QTest::newRow("two heads") << 0 << 2;
    }
    void mapsHoldTheStagesOfTheTrace()
    {
        QFETCH(int, layer);
        QFETCH(int, heads);
        const RunPtr run = support::tinyRun(
            "The cat sat on the mat", {"position.kind=alibi", "sizes.heads=" + std::to_string(heads), "sizes.d_head=8"});
        const int head = heads - 1;
        const auto plot = drawn(dataOf(run, {}, {.layer = layer, .head = head}));
        const QString number = QStringLiteral(" %1").arg(head);
        compare(*plot, QStringLiteral("content") + number, headGrid(*run->trace, layer, "attn.scores_content", head));
        compare(*plot, QStringLiteral("penalty") + number, headGrid(*run->trace, layer, "attn.bias", head));
        const auto* const penalty = qobject_cast<HeatmapPlottable*>(plot->cellMap(QStringLiteral("penalty") + number));
        QVERIFY(penalty->scale().low < 0);
        QCOMPARE(penalty->scale().high, 0.0); // its bar has no colour of a reward
        compare(*plot, QStringLiteral("score") + number, headGrid(*run->trace, layer, "attn.scores", head));
        compare(*plot, QStringLiteral("attention") + number, headGrid(*run->trace, layer, "attn.pattern", head));
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (const auto* bars = qobject_cast<BarChart*>(plot->plottable(i))) {
                QCOMPARE(bars->bars().size(), heads);
                QCOMPARE(bars->bars()[head].value, -double(headGrid(*run->trace, layer, "attn.bias", head).at(1, 0)));
            }
    }

    void thePictureChangesWithItsTensor()
    {
        const RunPtr changed = support::withNumber(m_alibi, "blocks.0.attn.bias", 6, -0.125F);
        QCOMPARE(gridIn(*drawn(dataOf(changed)), QStringLiteral("penalty 0")).at(1, 0), -0.125F);
        QVERIFY(gridIn(*drawn(dataOf(m_alibi)), QStringLiteral("penalty 0")).at(1, 0) != -0.125F);
    }

    void theFirstKeyDoesNotSwallowTheOthers()
    {
        const auto scaleOf = [](const FigureData& data) {
            return qobject_cast<HeatmapPlottable*>(drawn(data)->cellMap(QStringLiteral("attention 1")))->scale();
        };
        FigureData data = dataOf(m_alibi, {}, {.head = 1});
        QCOMPARE(scaleOf(data).choice.transform, ScaleTransform::Linear);
        QVERIFY(!alibiFigure.caption(data).contains(QStringLiteral("logarithmic")));
        for (int query = 1; query < 6; ++query) // head 1 gives the first key 0.9
            for (int key = 0; key <= query; ++key)
                data.a = support::withNumber(
                    data.a, "blocks.0.attn.pattern", 36 + query * 6 + key, key == 0 ? 0.9F : 0.1F / float(query));
        QCOMPARE(scaleOf(data).choice.transform, ScaleTransform::Log);
        QVERIFY(alibiFigure.caption(data).contains(QStringLiteral("Colours are logarithmic: the first key takes 0.90")));
        const auto saysLog = [](const FigureData& shown) { // on a page without caption and key
            FigureStyle style = findPreset(QStringLiteral("paper-1col"))->style;
            style.showTitle = true;
            style.showColorBar = false;
            const QByteArray file = renderFigure(alibiFigure, shown, style, FigureFormat::Svg, {});
            return file.contains("Colours of attention: log") && file.contains("Colours: weight log") && !file.contains("…");
        };
        QVERIFY(saysLog(data));
        QVERIFY(!saysLog(dataOf(m_alibi, {}, {.head = 1})));
        data.options[QStringLiteral("scale")] = QStringLiteral("linear");
        QCOMPARE(scaleOf(data).choice.transform, ScaleTransform::Linear);
        data.options[QStringLiteral("scale")] = QStringLiteral("without_first");
        QVERIFY(scaleOf(data).choice.withoutFirst);
        data.options.clear();
        data.selection.head = 0; // looks elsewhere
        QVERIFY(!alibiFigure.caption(data).contains(QStringLiteral("logarithmic")));
        data.selection.head = 1;
        data.b = m_alibi; // beside B on one scale
        data.mode = SlotMode::SideBySide;
        data.side = Side::B;
        QVERIFY(alibiFigure.caption(data).contains(QStringLiteral("logarithmic")));
    }

    void ofAnotherKindTheRunWithAlibiIsShown()
    {
        FigureData data = dataOf(m_rope, {}, {.layer = 2, .head = 1});
        const auto computed = drawn(data);
        compare(
            *computed, QStringLiteral("attention 1"), headGrid(*m_alibi->trace, 2, "attn.pattern", 1)); // the same seeded weights
        QVERIFY(alibiFigure.caveats(data).at(0).text.contains(QStringLiteral("RoPE")));
        QVERIFY(alibiFigure.caveats(dataOf(m_alibi)).empty());
        const Needs needs = alibiFigure.needs(data);
        QCOMPARE(needs.size(), std::size_t(1));
        QVERIFY(needs.front().run && needs.front().run->change.value("position.kind") == "alibi");
        QVERIFY(alibiFigure.needs(dataOf(m_alibi)).empty());

        const RunPtr marked = support::withNumber(m_alibi, "blocks.2.attn.bias", 36 + 6, -9.F);
        data.results.add(needs.front().id, resultOfRun(marked));
        QCOMPARE(gridIn(*drawn(data), QStringLiteral("penalty 1")).at(1, 0), -9.F);
    }

    void whatIsNotComputedYetIsSaid()
    {
        for (const char* show : {"penalty", "order", "terms"}) {
            FigureData data{m_rope, nullptr, {}, {{QStringLiteral("show"), QString::fromLatin1(show)}}};
            QCOMPARE(whyNothing(alibiFigure, data), QStringLiteral("Computing …"));
            QVERIFY(isWaiting(alibiFigure, data));
            data = support::fulfilled(alibiFigure, data);
            QCOMPARE(whyNothing(alibiFigure, data), QString());
        }
    }

    void aRefusedRunSaysWhatToDo()
    {
        FigureData data{m_rope, nullptr, {}, {}};
        data.results.add(alibiFigure.needs(data).front().id, resultOfRun(nullptr, "too large"));
        QVERIFY(whyNothing(alibiFigure, data).contains(QStringLiteral("no penalty by distance")));
    }

    void bothSlotsHaveTheirOwnRunWithAlibi()
    {
        const RunPtr post = support::tinyRun("The cat sat on the mat", {"position.kind=rope", "norm.placement=post"});
        FigureData data = support::fulfilled(alibiFigure, {m_rope, post, {}, {}, SlotMode::All});
        const RunPtr a = alibiRunOf(data, m_rope), b = alibiRunOf(data, post);
        QVERIFY(a && b && a != b);
        QCOMPARE(std::string(core::infoOf(b->setup->config.block(0).placement).id), std::string("post"));
    }

    void aTraceWithoutItsModelSaysWhy()
    {
        auto trace = std::make_shared<RunResult>(*m_rope);
        trace->setup = nullptr;
        for (const char* show : {"penalty", "order", "terms"})
            QVERIFY(!alibiFigure.whyNot(dataOf(trace, QString::fromLatin1(show))).isEmpty());
        auto own = std::make_shared<RunResult>(*m_alibi);
        own->setup = nullptr;
        QCOMPARE(alibiFigure.whyNot(dataOf(own)), QString());
        QCOMPARE(slopesOf(*own, 0), slopesOf(*m_alibi, 0));
    }

    void differencesAreThoseOfTheStages()
    {
        core::Choices said = m_alibi->setup->said; // of the same model, so that they share their weights
        said.setText("alibi.slopes=1,1,1,1", 3);
        const core::SetupPtr setup = core::configure(m_alibi->setup->model, said);
        core::ForwardInput input;
        input.ids = m_alibi->trace->ids;
        const RunPtr steep = std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
        FigureData data{m_alibi, steep, {.layer = 1, .head = 2}, {}, SlotMode::Delta};
        const Grid delta = gridIn(*drawn(data), QStringLiteral("penalty 2"));
        const float slope = float(slopesOf(*m_alibi, 1)[2]);
        QVERIFY(std::abs(delta.at(4, 1) - 3 * (slope - 1)) < 1e-5F);
        QVERIFY(!std::isfinite(delta.at(1, 4)));
        QCOMPARE(alibiFigure.metrics(data).front().at.layer, 1);
        data.options[QStringLiteral("show")] = QStringLiteral("terms"); // of layer 0: numbers of layer 1 are none of it
        QVERIFY(alibiFigure.metrics(data).empty());
    }

    void beyondThePromptThePenaltyFollowsTheSlope()
    {
        FigureData data = dataOf(m_alibi, QStringLiteral("beyond"), {.head = 1});
        const Grid grid = gridIn(*drawn(data), QStringLiteral("beyond"));
        const int tokens = int(m_alibi->trace->tokens.size());
        const int shown = std::max(2 * int(m_alibi->setup->config.context), 4 * tokens);
        QCOMPARE(grid.rows, core::Index(shown / 2)); // blocks of two tokens
        const double slope = slopesOf(*m_alibi, 0)[1];
        QCOMPARE(grid.at(shown / 2 - 1, 1), -float(slope) * float(shown - 3));
        data.options[QStringLiteral("length")] = 2 * tokens;
        QCOMPARE(gridIn(*drawn(data), QStringLiteral("beyond")).rows, core::Index(2 * tokens));
    }

    void theMapIsOfTheLengthThatIsChosen()
    {
        FigureData data = dataOf(m_alibi, QStringLiteral("beyond"), {.head = 1});
        for (const int length : {48, 1024, 16'000}) {
            data.options[QStringLiteral("length")] = length;
            for (const double width : {1100.0, 420.0}) {
                const auto plot = drawn(data, {width, 520});
                const auto* const map = qobject_cast<HeatmapPlottable*>(plot->cellMap(QStringLiteral("beyond")));
                const Grid grid = map->grid();
                QVERIFY(grid.rows <= 1024);
                const float farthest = -float(slopesOf(*m_alibi, 0)[1]) * float(length - 1);
                QCOMPARE(grid.at(grid.rows - 1, 0), farthest);
                QCOMPARE(map->scale().low, double(farthest));
                QCOMPARE(map->scale().high, 0.0); // no half of the scale without a number
                QVERIFY(alibiFigure.caption(data).contains(QStringLiteral(" for %1.").arg(length)));
            }
        }
    }

    void withoutPositionsNothingButTheOrderChanges()
    {
        FigureData data = dataOf(m_rope, QStringLiteral("order"));
        data.options[QStringLiteral("from")] = 0;
        data.options[QStringLiteral("to")] = 3;
        data = support::fulfilled(alibiFigure, data);
        const OrderExperiment& experiment = orderExperiment(data);
        QCOMPARE(experiment.kinds.size(), std::size_t(5));
        QCOMPARE(experiment.kinds[0].id, std::string("none"));
        QVERIFY(experiment.kinds[0].largest < 1e-5);
        for (std::size_t i = 1; i < 5; ++i)
            QVERIFY(experiment.kinds[i].largest > 1e-3);
        const auto plot = drawn(data);
        const Grid kinds = gridIn(*plot, QStringLiteral("kinds")), difference = gridIn(*plot, QStringLiteral("difference"));
        QCOMPARE(kinds.at(2, 1), float(experiment.kinds[2].change[1]));
        for (core::Index i = 0; i < difference.rows; ++i)
            for (core::Index j = 0; j < difference.columns; ++j)
                QVERIFY(std::abs(difference.at(i, j)) < 1e-5F);
        // The attention of the moved text is the same numbers in other places.
        const Grid typed = gridIn(*plot, QStringLiteral("typed")), moved = gridIn(*plot, QStringLiteral("moved"));
        QVERIFY(std::abs(moved.at(3, 0) - typed.at(0, 1)) < 1e-5F);
        data.options[QStringLiteral("kind")] = QStringLiteral("alibi");
        QVERIFY(std::abs(gridIn(*drawn(data), QStringLiteral("difference")).at(0, 1)) > 1e-4F);
    }

    void twoSlotsOfOneScaleHaveOneOfTheOrders()
    {
        FigureData data = dataOf(m_rope, QStringLiteral("order"));
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal", "norm.placement=post"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(alibiFigure, data);
        const auto ends = [&](bool isLocked) {
            data.isLocked = isLocked;
            Plot plot;
            plot.resize(1400, 800);
            composeFigure(plot, alibiFigure, data, screenStyle({1400, 800}));
            QList<double> all;
            for (CellPlottable* const map : plot.cellMaps(QStringLiteral("kinds")))
                all << qobject_cast<HeatmapPlottable*>(map)->scale().high;
            return all;
        };
        const QList<double> locked = ends(true), loose = ends(false);
        QCOMPARE(locked.size(), 2);
        QCOMPARE(loose.size(), 2);
        QVERIFY(loose[0] != loose[1]);
        QCOMPARE(locked, QList<double>(2, std::max(loose[0], loose[1])));
    }

    void everyPictureHasATableAndACaption()
    {
        for (const char* show : {"penalty", "beyond", "order", "terms"}) {
            const FigureData data = dataOf(m_alibi, QString::fromLatin1(show));
            QVERIFY(alibiFigure.table(data).count(QLatin1Char('\n')) > 4);
            QVERIFY(!alibiFigure.caption(data).contains(QLatin1Char('%')));
            QVERIFY(!alibiFigure.subtitle(data).isEmpty());
        }
    }

    void slopesAreFractions()
    {
        QCOMPARE(slopeText(0.25), QStringLiteral("1/4"));
        QCOMPARE(slopeText(1.0 / 256), QStringLiteral("1/256"));
        QCOMPARE(slopeText(1), QStringLiteral("1"));
        QCOMPARE(slopeText(std::pow(2, -0.5)), QStringLiteral("0.707"));
        QVERIFY(slopeRule(slopesOf(*m_alibi, 0)).contains(QStringLiteral("1/4")));
        QVERIFY(slopeRule({1, 0.5, 0.2, 0.1}).contains(QStringLiteral("not a geometric")));
    }

    void theSelectedTheSteepestAndTheShallowestHeadAreShown()
    {
        const std::vector<double> slopes{0.5, 0.25, 0.125, 0.0625, 0.03, 0.01};
        QCOMPARE(shownHeads(slopes, 2, 3), (std::vector<int>{0, 2, 5}));
        QCOMPARE(shownHeads(slopes, 2, 1), (std::vector<int>{2}));
        QCOMPARE(shownHeads(slopes, 0, 3).size(), std::size_t(3));
        QCOMPARE(shownHeads(slopes, 99, 9).size(), slopes.size());
    }

    void aClickOnASlopeOrAMapSelects()
    {
        SelectionModel selection;
        AlibiView view(&selection, nullptr);
        support::answer(view);
        view.resize(1100, 760);
        view.show();
        view.setRun(m_alibi, nullptr);
        const QPointF cell = view.plot()->cellMap(QStringLiteral("score 3"))->cellRect({4, 2}).center();
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, cell.toPoint());
        QCOMPARE(selection.pinned(), (Selection{.layer = 0, .head = 3, .query = 4, .key = 2}));
        for (int i = 0; i < view.plot()->plottableCount(); ++i)
            if (const auto* bars = qobject_cast<BarChart*>(view.plot()->plottable(i))) {
                const QRect place = bars->keyAxis()->axisRect()->rect();
                QTest::mouseClick(view.plot(), Qt::LeftButton, {}, place.topLeft() + QPoint(4, 5));
                break;
            }
        QCOMPARE(selection.pinned().head, 0);
        QVERIFY(view.marksPlace());
        view.setRun(m_rope, nullptr); // whose own weights are not those of the picture
        QVERIFY(!view.marksPlace());
    }

    void mapsOfAComparisonAreLargeEnoughToRead()
    {
        FigureData data = dataOf(m_alibi);
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=alibi", "norm.placement=post"});
        data.mode = SlotMode::All;
        for (const QSizeF size :
            {QSizeF(720, 240), QSizeF(840, 400), QSizeF(1500, 640)}) { // of a small window and of a large one
            const auto plot = drawn(data, size);
            QCOMPARE(plot->cellMaps().size(), size.height() < 300 ? 3 : size.width() < 900 ? 6 : 12);
            for (const CellPlottable* map : plot->cellMaps())
                QVERIFY2(map->mapRect().width() >= (size.height() < 300 ? 90 : 100), // whose colours are said in a line
                    qPrintable(QStringLiteral("%1 at %2: %3").arg(map->name()).arg(size.width()).arg(map->mapRect().width())));
        }
        const auto small = drawn(data, {840, 400});
        QVERIFY(!small->cellMap(QStringLiteral("content 0")) && !small->cellMap(QStringLiteral("penalty 0")));
        QVERIFY(small->cellMap(QStringLiteral("attention 0")));
        data.mode = SlotMode::A; // alone all four, however small
        QVERIFY(drawn(data, {280, 480})->cellMap(QStringLiteral("content 0")));
    }

    void narrowPanelsKeepTheMaps()
    {
        for (const double width : {280, 430, 900})
            for (const char* show : {"penalty", "beyond", "order", "terms"}) {
                const auto plot = drawn(dataOf(m_alibi, QString::fromLatin1(show)), {width, 480});
                for (const CellPlottable* map : plot->cellMaps())
                    QVERIFY2(map->mapRect().width() > 20 && map->mapRect().right() <= width,
                        qPrintable(QStringLiteral("%1 %2 at %3: %4 to %5")
                                       .arg(show, map->name())
                                       .arg(width)
                                       .arg(map->mapRect().left())
                                       .arg(map->mapRect().right())));
            }
    }
};

QUIET_TEST_MAIN(TestAlibi)
#include "tst_alibi.moc"
