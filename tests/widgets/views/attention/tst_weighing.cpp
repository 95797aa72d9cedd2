// What cells are instead of weights: the lengths of weighted values and rollout are those of core/analysis, on head and wall.

#include "core/analysis/attention_flow.h"
#include "core/analysis/attention_masks.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/drawn_figure.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/attention/weighing.h"

#include <QTest>

using namespace widgets;

namespace {

FigureData dataOf(const FigureInfo& figure, const RunPtr& run, const char* weights, QVariantMap options = {})
{
    options[weighingOption.name()] = QString::fromLatin1(weights);
    return support::fulfilled(figure, {run, nullptr, {.layer = 2, .head = 1, .query = 3, .key = 0}, options});
}

bool isSame(const Grid& grid, const core::Matrix& cells)
{
    return !grid.isEmpty() && grid.rows == cells.rows() && grid.columns == cells.cols()
        && std::equal(cells.data(), cells.data() + cells.size(), grid.data);
}

core::Matrix lengthsOf(const RunPtr& run, int layer, int head)
{
    return *core::weightedValues(*run->trace, *run->setup, core::AttentionPart::Self, layer, {}).of(head);
}

} // namespace

class TestWeighing : public QObject
{
    Q_OBJECT

private slots:
    void theHeadShowsWhatIsComputed()
    {
        const RunPtr run = support::tinyRun();
        const auto mapOf = [&](const char* weights) {
            const auto plot = support::drawnOnScreen(attentionFigure, dataOf(attentionFigure, run, weights));
            const auto* const map = qobject_cast<HeatmapPlottable*>(plot->cellMap(QStringLiteral("head")));
            return map ? map->grid() : Grid();
        };
        QVERIFY(isSame(mapOf("values"), lengthsOf(run, 2, 1)));
        QVERIFY(isSame(mapOf("rollout"), core::rollout(*run->trace, core::AttentionPart::Self, 2, {})));
        QVERIFY(isSame(mapOf("raw"), core::patternOf(*run->trace, "blocks.2.attn.pattern", 1)));
    }

    void theWallShowsWhatIsComputed()
    {
        const RunPtr run = support::tinyRun();
        const auto values = support::drawnOnScreen(attentionWallFigure, dataOf(attentionWallFigure, run, "values"));
        const auto* const wall = qobject_cast<MapWall*>(values->cellMap(QStringLiteral("wall")));
        QVERIFY(wall && wall->rows() == 3 && wall->columns() == 4);
        for (int layer = 0; layer < 3; ++layer)
            for (int head = 0; head < 4; ++head)
                QVERIFY(isSame(wall->tile(2 - layer, head), lengthsOf(run, layer, head)));
        const FigureData data = dataOf(attentionWallFigure, run, "rollout");
        QCOMPARE(wallOrder(data).columns, 1); // of a layer
        const auto rolled = support::drawnOnScreen(attentionWallFigure, data);
        const auto* const column = qobject_cast<MapWall*>(rolled->cellMap(QStringLiteral("wall")));
        QVERIFY(column);
        const WallOrder order = wallOrder(data, column->columns()); // layers in as many columns as the wall has
        for (int layer = 0; layer < 3; ++layer) {
            const Cell at = order.cellOf(layer, 0);
            QVERIFY(isSame(column->tile(at.row, at.column), core::rollout(*run->trace, core::AttentionPart::Self, layer, {})));
        }
    }

    void whatCannotBeComputedIsSaid()
    {
        const RunPtr run = support::tinyRun();
        const RunPtr recorded = std::make_shared<RunResult>(RunResult{run->trace, nullptr});
        for (const FigureInfo* figure : {&attentionFigure, &attentionWallFigure}) {
            QVERIFY(whyNothing(*figure, dataOf(*figure, recorded, "values")).contains(QLatin1String("open the model")));
            QVERIFY(whyNothing(*figure, dataOf(*figure, recorded, "rollout")).isEmpty());
            const RunPtr without = support::without(run, {"blocks.0.attn.pattern"});
            QVERIFY(figure != &attentionFigure || whyNothing(*figure, dataOf(*figure, without, "rollout")).contains(u"layer 0"));
        }
        QVERIFY(!whyNoWeighing(Weighing::Rollout, *run, PartPlace({.layer = 0}, core::AttentionPart::Cross)).isEmpty());
    }

    void otherStagesAreAsTheyWere()
    {
        const RunPtr run = support::tinyRun();
        const FigureData plain = dataOf(attentionFigure, run, "raw", {{QStringLiteral("stage"), QStringLiteral("mask")}});
        const FigureData said = dataOf(attentionFigure, run, "values", {{QStringLiteral("stage"), QStringLiteral("mask")}});
        QCOMPARE(attentionFigure.caption(said), attentionFigure.caption(plain));
        QVERIFY(attentionFigure.needs(said).empty());
    }

    void theViewSaysNothingOfPlainWeights()
    {
        SelectionModel selection;
        AttentionView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(support::tinyRun(), nullptr);
        view.show();
        QVERIFY(!view.figureData().options.contains(weighingOption.name()));
        for (const char* weights : {"values", "rollout"})
            for (const char* figure : {"attention", "attention_wall"}) {
                QVERIFY(view.restore(QString::fromLatin1(figure), {{weighingOption.name(), QString::fromLatin1(weights)}}));
                QCOMPARE(view.figureData().options.value(weighingOption.name()).toString(), QString::fromLatin1(weights));
                QVERIFY(!view.isEmpty());
            }
    }
};

QUIET_TEST_MAIN(TestWeighing)
#include "tst_weighing.moc"
