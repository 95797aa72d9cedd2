// Masks, source and target: what the pictures hold is what the run recorded, of each stack; what a model lacks is said.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/alignment_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/stack_words.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/read_out.h"

#include <QTest>

#include <cmath>

using namespace widgets;

namespace {

/// The bundled translator on a sentence and the beginning of its translation.
RunPtr translation()
{
    static const RunPtr run = [] {
        const core::ModelPtr model = core::openModel("translator");
        const core::SetupPtr setup = core::configure(model, {});
        const core::ForwardInput input{.ids = model->tokenizer->encode("The cat sleeps on the sofa."),
            .sequenceStarts = {},
            .decoderIds = model->tokenizer->encode("猫在沙发上")};
        const auto trace = core::forward(*setup, input);
        trace->tokens.clear();
        trace->decoderTokens.clear();
        for (const core::TokenId id : input.ids)
            trace->tokens.push_back(model->tokenizer->tokenText(id));
        for (const core::TokenId id : input.decoderIds)
            trace->decoderTokens.push_back(model->tokenizer->tokenText(id));
        return std::make_shared<RunResult>(RunResult{trace, setup});
    }();
    return run;
}

FigureData dataOf(const FigureInfo& figure, const RunPtr& run, QVariantMap options = {})
{
    return support::fulfilled(figure, {run, nullptr, {.layer = 1, .head = 2, .query = 2}, std::move(options)});
}

Grid maskIn(Plot& plot, const char* name)
{
    const auto* map = qobject_cast<HeatmapPlottable*>(plot.cellMap(QString::fromLatin1(name)));
    return map ? map->grid() : Grid();
}

bool isSame(const Grid& a, const Grid& b)
{
    if (a.isEmpty() || a.rows != b.rows || a.columns != b.columns)
        return false;
    for (core::Index row = 0; row < a.rows; ++row)
        for (core::Index column = 0; column < a.columns; ++column)
            if (a.at(row, column) != b.at(row, column))
                return false;
    return true;
}

} // namespace

class TestAttentionParts : public QObject
{
    Q_OBJECT

private slots:
    void aPlaceInTheSourceIsSaidInWords()
    {
        const RunPtr run = translation();
        const core::Trace& trace = *run->trace;
        const auto weight = [&](const char* tensor, core::Index query, core::Index key) {
            return QStringLiteral("weight ") + formatNumber(double(trace.at(tensor).at({2, query, key})));
        };
        const Selection at{.layer = 1, .head = 2, .query = 2};
        const QString within = readOut(run, at, "encoder.blocks.1.attn.pattern", {.query = 3, .key = 1});
        QVERIFY(within.startsWith("encoder L1 H2 · query 3 " + quotedPart(*run, core::AttentionPart::Encoder, true, 3)));
        QVERIFY(within.contains("key 1 " + quotedPart(*run, core::AttentionPart::Encoder, false, 1)));
        QVERIFY(within.endsWith(weight("encoder.blocks.1.attn.pattern", 3, 1)));
        const QString across = readOut(run, at, "blocks.1.cross_attn.pattern", {.query = -1, .key = 1});
        QVERIFY(across.startsWith("L1 H2 · query 2 " + quotedPart(*run, core::AttentionPart::Cross, true, 2)));
        QVERIFY(across.endsWith(weight("blocks.1.cross_attn.pattern", 2, 1)));
        QCOMPARE(readOut(run, at, "encoder.blocks.1.attn.pattern"), QString("encoder L1 H2"));
    }

    void masksOfAllStacksAreThoseOfTheScores()
    {
        const RunPtr run = translation();
        const auto plot = support::drawnOnScreen(attentionMasksFigure, dataOf(attentionMasksFigure, run));
        for (const auto& [part, tensor] : {std::pair{"mask encoder 0", "encoder.blocks.0.attn.scores"},
                 {"mask self 0", "blocks.0.attn.scores"}, {"mask cross 0", "blocks.0.cross_attn.scores"}}) {
            const Grid mask = maskIn(*plot, part);
            const core::Tensor& scores = run->trace->at(tensor);
            QVERIFY2(!mask.isEmpty(), part);
            QCOMPARE(mask.rows, scores.dim(1));
            QCOMPARE(mask.columns, scores.dim(2));
            for (core::Index query = 0; query < mask.rows; ++query)
                for (core::Index key = 0; key < mask.columns; ++key)
                    QCOMPARE(mask.at(query, key) == 1.F, std::isfinite(scores.at({0, query, key})));
        }
    }

    void pairsAndReachAreCounted()
    {
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"mask.kind=sliding_window", "mask.window=2"});
        const auto tokens = int(streamTokens(*run->trace).size());
        const QString caption = attentionMasksFigure.caption(dataOf(attentionMasksFigure, run));
        QVERIFY(tokens > 4);
        QVERIFY2(caption.contains(QStringLiteral("%1 of %2 pairs in L0–L2").arg(2 * tokens - 1).arg(tokens * tokens)),
            qPrintable(caption));
        QVERIFY2(caption.contains(QStringLiteral("1, 2, 3, 4 tokens")), qPrintable(caption));
        const QString table = attentionMasksFigure.table(dataOf(attentionMasksFigure, run));
        QVERIFY2(table.contains(QStringLiteral("self,3,4,%1\n").arg(tokens)), qPrintable(table));
    }

    void alternatingMasksAreDrawnOnceEach()
    {
        const RunPtr run
            = support::tinyRun("The cat sat on the mat", {"mask.kind=sliding_window", "mask.window=2", "mask.schedule=wwf"});
        const auto plot = support::drawnOnScreen(attentionMasksFigure, dataOf(attentionMasksFigure, run));
        QCOMPARE(plot->cellMaps().size(), 2);
        QVERIFY(!maskIn(*plot, "mask self 0").isEmpty());
        QVERIFY(!maskIn(*plot, "mask self 2").isEmpty());
    }

    void linesAreTheWeightsOfEachStack_data()
    {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QString>("tensor");
        QTest::newRow("cross") << "cross"
                               << "blocks.1.cross_attn.pattern";
        QTest::newRow("encoder") << "encoder"
                                 << "encoder.blocks.1.attn.pattern";
        QTest::newRow("self") << "self"
                              << "blocks.1.attn.pattern";
    }
    void linesAreTheWeightsOfEachStack()
    {
        QFETCH(QString, stack);
        QFETCH(QString, tensor);
        const RunPtr run = translation();
        const core::Tensor& pattern = run->trace->at(tensor.toStdString());
        for (const bool isMean : {false, true}) {
            const FigureData data = dataOf(attentionAlignmentFigure, run,
                {{stackOption.name(), stack}, {headsOption.name(), isMean ? QStringLiteral("mean") : QStringLiteral("head")}});
            const auto plot = support::drawnOnScreen(attentionAlignmentFigure, data);
            const auto* lines = qobject_cast<AlignmentLines*>(plot->cellMap(QStringLiteral("alignment")));
            QVERIFY(lines);
            const Grid weights = lines->weights();
            QCOMPARE(weights.rows, pattern.dim(1));
            QCOMPARE(weights.columns, pattern.dim(2));
            for (core::Index target = 0; target < weights.rows; ++target)
                for (core::Index source = 0; source < weights.columns; ++source) {
                    double expected = 0;
                    for (core::Index head = 0; head < pattern.dim(0); ++head)
                        expected += isMean ? double(pattern.at({head, target, source})) / double(pattern.dim(0))
                            : head == 2    ? double(pattern.at({head, target, source}))
                                           : 0;
                    QVERIFY(std::abs(double(weights.at(target, source)) - expected) < 1e-6);
                }
            const std::vector<NumberSet> sets = plottedNumbers(*plot);
            QVERIFY(std::any_of(sets.begin(), sets.end(), [&](const NumberSet& set) {
                return set.name == QLatin1String("alignment") && core::Index(set.values.size()) == weights.size();
            }));
        }
    }

    void parts_data()
    {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QString>("scope"); // of the names in layer 1
        QTest::newRow("cross") << "cross"
                               << "blocks.1.cross_attn.";
        QTest::newRow("encoder") << "encoder"
                                 << "encoder.blocks.1.attn.";
        QTest::newRow("self") << "self"
                              << "blocks.1.attn.";
    }

    void theWallHasEveryHeadOfTheStack_data() { parts_data(); }
    void theWallHasEveryHeadOfTheStack()
    {
        QFETCH(QString, stack);
        QFETCH(QString, scope);
        const RunPtr run = translation();
        const FigureData data = dataOf(attentionWallFigure, run, {{partOption.name(), stack}});
        const auto plot = support::drawnOnScreen(attentionWallFigure, data);
        const auto* wall = qobject_cast<MapWall*>(plot->cellMap(QStringLiteral("wall")));
        QVERIFY(wall);
        QCOMPARE(wall->rows(), 2);
        QCOMPARE(wall->columns(), 4);
        for (int layer = 0; layer < 2; ++layer) {
            QString name = scope + QStringLiteral("pattern");
            const core::Tensor& pattern
                = run->trace->at(name.replace(QLatin1String("s.1."), QStringLiteral("s.%1.").arg(layer)).toStdString());
            for (int head = 0; head < 4; ++head)
                QVERIFY(isSame(wall->tile(1 - layer, head), gridOf(pattern, 0, head)));
        }
    }

    void theHeadHasEveryStageOfTheStack_data() { parts_data(); }
    void theHeadHasEveryStageOfTheStack()
    {
        QFETCH(QString, stack);
        QFETCH(QString, scope);
        const RunPtr run = translation();
        const auto tensor = [&](const char* rest) -> const core::Tensor& { return run->trace->at(scope.toStdString() + rest); };
        const auto mapOf = [&](const char* stage, const char* map) {
            return maskIn(*support::drawnOnScreen(attentionFigure,
                              dataOf(attentionFigure, run, {{partOption.name(), stack}, {stageOption.name(), stage}})),
                map);
        };
        QVERIFY(isSame(mapOf("softmax", "head"), gridOf(tensor("pattern"), 0, 2)));
        QVERIFY(isSame(mapOf("mask", "head"), gridOf(tensor("scores"), 0, 2)));
        QVERIFY(isSame(mapOf("scaled", "head"), gridOf(tensor("scores_content"), 0, 2)));
        QVERIFY(isSame(mapOf("values", "dimensions"), gridOf(tensor("z"), 1, 2)));
        QVERIFY(isSame(mapOf("out", "dimensions"), gridOf(tensor("out"))));
        const auto stages
            = support::drawnOnScreen(attentionStagesFigure, dataOf(attentionStagesFigure, run, {{partOption.name(), stack}}));
        QVERIFY(isSame(maskIn(*stages, "stage_softmax"), gridOf(tensor("pattern"), 0, 2)));
        QVERIFY(isSame(maskIn(*stages, "stage_out"), gridOf(tensor("out"))));
    }

    void theCellIsComputedAgainFromTheStack_data() { parts_data(); }
    void theCellIsComputedAgainFromTheStack()
    {
        QFETCH(QString, stack);
        QFETCH(QString, scope);
        const RunPtr run = translation();
        QVariantMap options{{partOption.name(), stack}, {sourceQueryOption.name(), 3}, {sourceKeyOption.name(), 1}};
        FigureData data = dataOf(attentionCellFigure, run, options);
        data.selection.key = 1;
        const int query = stack == QLatin1String("encoder") ? 3 : 2;
        const double weight = double(run->trace->at(scope.toStdString() + "pattern").at({2, query, 1}));
        const QString caption = attentionCellFigure.caption(data);
        QCOMPARE(caption.count(formatNumber(weight, 4)), 2); // computed, and recorded
        const QString place = attentionCellFigure.subtitle(data);
        const QStringList rows = partTokens(*run->trace, core::attentionPart(stack.toStdString()), true);
        QVERIFY2(place.contains(visibleToken(rows[query])), qPrintable(place));
    }

    void withoutTheOptionItIsTheDecoders()
    {
        const RunPtr run = translation();
        for (const FigureInfo* figure : {&attentionFigure, &attentionWallFigure, &attentionStagesFigure, &attentionCellFigure}) {
            const FigureData plain = dataOf(*figure, run), said = dataOf(*figure, run, {{partOption.name(), "self"}});
            QCOMPARE(figure->caption(plain), figure->caption(said));
            const auto numbers = [&](const FigureData& data) {
                std::vector<double> all;
                for (const NumberSet& set : figureNumbers(*figure, data, screenStyle({1100, 600})))
                    all.insert(all.end(), set.values.begin(), set.values.end());
                return all;
            };
            QVERIFY(!numbers(plain).empty());
            const std::vector<double> a = numbers(plain), b = numbers(said);
            QVERIFY(std::equal(a.begin(), a.end(), b.begin(), b.end(),
                [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }));
        }
    }

    void scoresOfPlacesAreOfOneText()
    {
        const RunPtr run = translation();
        for (const WallScore& score : wallScores()) {
            const bool isEntropy = QLatin1String(score.id) == QLatin1String("entropy");
            QCOMPARE(whyNoScore(score, *run, core::AttentionPart::Cross).isEmpty(), isEntropy);
            const FigureData data = dataOf(
                attentionWallFigure, run, {{partOption.name(), "cross"}, {sortOption.name(), QString::fromLatin1(score.id)}});
            QCOMPARE(wallOrder(data).isSorted, isEntropy);
            QCOMPARE(attentionWallFigure.caption(data).contains(QLatin1String("Not sorted")), !isEntropy);
        }
    }

    void ofOneStackTheOthersSayAWayOut()
    {
        const RunPtr one = support::tinyRun();
        for (const FigureInfo* figure : {&attentionFigure, &attentionWallFigure, &attentionStagesFigure, &attentionCellFigure})
            for (const char* stack : {"encoder", "cross"}) {
                const FigureData data = dataOf(*figure, one, {{partOption.name(), stack}});
                QVERIFY(whyNothing(*figure, data).contains(QLatin1String("translator")));
                QCOMPARE(figure->offer(data).value, sourceOffer().value);
            }
        const RunPtr encoder = support::tinyRun("The cat sat", {"topology=encoder"});
        const FigureData data = dataOf(attentionFigure, encoder, {{partOption.name(), "encoder"}});
        QVERIFY(isSame(maskIn(*support::drawnOnScreen(attentionFigure, data), "head"),
            gridOf(encoder->trace->at("blocks.1.attn.pattern"), 0, 2)));
    }

    void clicksInTheSourceLeaveTheSelectionOfTheTarget()
    {
        SelectionModel selection;
        AttentionView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(translation(), nullptr);
        view.show();
        selection.pin({.layer = 1, .head = 2, .query = 1, .key = 0});
        QVERIFY(view.restore(QStringLiteral("attention"), {{partOption.name(), "encoder"}}));
        QCOMPARE(view.part(), core::AttentionPart::Encoder);
        emit view.plot()->cellClicked(QStringLiteral("head"), 5, 4, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 1);
        QCOMPARE(selection.pinned().key, 0);
        QCOMPARE(view.figureData().options.value(sourceQueryOption.name()).toInt(), 5);
        QCOMPARE(view.figureData().options.value(sourceKeyOption.name()).toInt(), 4);
        QCOMPARE(view.markedTensor(), QStringLiteral("encoder.blocks.1.attn.pattern"));
        emit view.plot()->cellClicked(QStringLiteral("head"), 5, 4, Qt::NoModifier); // again: its cell opens
        QCOMPARE(QString::fromLatin1(view.figure().id), QStringLiteral("attention_cell"));
        QVERIFY(view.restore(QStringLiteral("attention"), {{partOption.name(), "cross"}}));
        emit view.plot()->cellClicked(QStringLiteral("head"), 2, 6, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 2); // of the target
        QCOMPARE(selection.pinned().key, 0);
        QCOMPARE(view.figureData().options.value(sourceKeyOption.name()).toInt(), 6);
        view.setRun(support::tinyRun(), nullptr);
        QCOMPARE(view.part(), core::AttentionPart::Self);
        QVERIFY(!view.figureData().options.contains(partOption.name()));
    }

    void aChangedNumberShows()
    {
        const RunPtr run = translation();
        const auto imageOf = [](const FigureInfo& figure, const RunPtr& one) {
            return support::drawnOnScreen(figure, dataOf(figure, one))->toPixmap(1100, 600).toImage();
        };
        auto trace = std::make_shared<core::Trace>(*run->trace);
        auto changed = std::make_shared<core::Trace>();
        changed->tokens = trace->tokens;
        changed->decoderTokens = trace->decoderTokens;
        changed->ids = trace->ids;
        changed->decoderIds = trace->decoderIds;
        for (core::TraceEntry entry : trace->entries()) {
            if (entry.name() == "blocks.1.cross_attn.pattern" || entry.name() == "blocks.1.attn.scores") {
                core::Tensor other(entry.name(), entry.tensor.axes(), entry.tensor.shape());
                for (core::Index i = 0; i < other.size(); ++i)
                    other.data()[i] = other.name().ends_with("scores") ? 0.F : 1.F - entry.tensor.data()[i];
                entry.tensor = other;
            }
            changed->add(std::move(entry));
        }
        const RunPtr other = std::make_shared<RunResult>(RunResult{changed, run->setup});
        for (const FigureInfo* figure : {&attentionAlignmentFigure, &attentionMasksFigure}) {
            QCOMPARE(imageOf(*figure, run), imageOf(*figure, run));
            QVERIFY(imageOf(*figure, other) != imageOf(*figure, run));
        }
    }

    void aTokenThatSeesOneHasNoChoice()
    {
        FigureData data = dataOf(attentionAlignmentFigure, support::tinyRun(), {{stackOption.name(), QStringLiteral("self")}});
        data.selection.query = 0;
        QVERIFY2(attentionAlignmentFigure.caption(data).contains("hides all others"), qPrintable(attentionAlignmentFigure.caption(data)));
        data.selection.query = 3; // of four that it sees
        QVERIFY2(attentionAlignmentFigure.caption(data).contains("25.0"), qPrintable(attentionAlignmentFigure.caption(data)));
    }

    void oneStackSaysAWayOut()
    {
        const RunPtr one = support::tinyRun();
        const FigureData data = dataOf(attentionAlignmentFigure, one);
        QVERIFY(whyNothing(attentionAlignmentFigure, data).contains(QLatin1String("translator")));
        QCOMPARE(attentionAlignmentFigure.offer(data).value, sourceOffer().value);
        QVERIFY(whyNothing(attentionMasksFigure, dataOf(attentionMasksFigure, one)).isEmpty());
        const RunPtr token = support::tinyRun("a");
        QVERIFY(whyNothing(attentionMasksFigure, dataOf(attentionMasksFigure, token)).isEmpty()); // a picture of one cell
        const RunPtr without = support::without(one, {"attn.scores", "attn.pattern"});
        QVERIFY(whyNothing(attentionMasksFigure, dataOf(attentionMasksFigure, without)).contains(QLatin1String("record")));
    }

    void theViewShowsThem()
    {
        SelectionModel selection;
        AttentionView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(translation(), nullptr);
        view.show();
        for (const FigureInfo* figure : {&attentionMasksFigure, &attentionAlignmentFigure, &attentionWallFigure}) {
            QVERIFY(view.restore(QString::fromLatin1(figure->id), {}));
            QCOMPARE(QString::fromLatin1(view.figure().id), QString::fromLatin1(figure->id));
            QVERIFY2(!view.isEmpty(), figure->id);
        }
        QVERIFY(view.restore(QString::fromLatin1(attentionWidthFigure.id), {}));
        QCOMPARE(QString::fromLatin1(view.figure().id), QStringLiteral("attention_width"));
    }
};

QUIET_TEST_MAIN(TestAttentionParts)
#include "tst_attention_parts.moc"
