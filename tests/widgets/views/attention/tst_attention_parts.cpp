// Masks, source and target: what the pictures hold is what the run recorded, of each stack; what a model lacks is said.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/alignment_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/view.h"

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

std::unique_ptr<Plot> drawn(const FigureInfo& figure, const FigureData& data, QSizeF size = {1100, 600})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, figure, data, screenStyle(size));
    plot->replot();
    return plot;
}

Grid maskIn(Plot& plot, const char* name)
{
    const auto* map = qobject_cast<HeatmapPlottable*>(plot.cellMap(QString::fromLatin1(name)));
    return map ? map->grid() : Grid();
}

} // namespace

class TestAttentionParts : public QObject
{
    Q_OBJECT

private slots:
    void masksOfAllStacksAreThoseOfTheScores()
    {
        const RunPtr run = translation();
        const auto plot = drawn(attentionMasksFigure, dataOf(attentionMasksFigure, run));
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
        const auto plot = drawn(attentionMasksFigure, dataOf(attentionMasksFigure, run));
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
            const auto plot = drawn(attentionAlignmentFigure, data);
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

    void theWallHasEveryHeadOfTheStack()
    {
        const RunPtr run = translation();
        for (const auto& [stack, prefix] : {std::pair{"cross", "blocks.%1.cross_attn.pattern"},
                 {"encoder", "encoder.blocks.%1.attn.pattern"}, {"self", "blocks.%1.attn.pattern"}}) {
            const FigureData data = dataOf(attentionAlignmentFigure, run,
                {{stackOption.name(), QString::fromLatin1(stack)}, {headsOption.name(), QStringLiteral("all")}});
            const auto plot = drawn(attentionAlignmentFigure, data);
            const auto* wall = qobject_cast<MapWall*>(plot->cellMap(QStringLiteral("heads")));
            QVERIFY(wall);
            QCOMPARE(wall->rows(), 2);
            QCOMPARE(wall->columns(), 4);
            double sharpest = 0;
            for (int layer = 0; layer < 2; ++layer) {
                const core::Tensor& pattern = run->trace->at(QString::fromLatin1(prefix).arg(layer).toStdString());
                for (int head = 0; head < 4; ++head) {
                    const Grid tile = wall->tile(1 - layer, head);
                    QCOMPARE(tile.rows, pattern.dim(1));
                    double sum = 0;
                    for (core::Index query = 0; query < tile.rows; ++query) {
                        double largest = 0;
                        for (core::Index key = 0; key < tile.columns; ++key) {
                            QCOMPARE(tile.at(query, key), pattern.at({head, query, key}));
                            largest = std::max(largest, double(tile.at(query, key)));
                        }
                        sum += largest / double(tile.rows);
                    }
                    sharpest = std::max(sharpest, sum);
                }
            }
            QVERIFY(attentionAlignmentFigure.caption(data).contains(formatPercent(sharpest)));
        }
    }

    void aChangedNumberShows()
    {
        const RunPtr run = translation();
        const auto imageOf = [](const FigureInfo& figure, const RunPtr& one) {
            return drawn(figure, dataOf(figure, one))->toPixmap(1100, 600).toImage();
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

    void oneStackSaysAWayOut()
    {
        const RunPtr one = support::tinyRun();
        const FigureData data = dataOf(attentionAlignmentFigure, one);
        QVERIFY(whyNothing(attentionAlignmentFigure, data).contains(QLatin1String("translator")));
        QCOMPARE(attentionAlignmentFigure.offer(data).value, QStringLiteral("encoder_decoder"));
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
