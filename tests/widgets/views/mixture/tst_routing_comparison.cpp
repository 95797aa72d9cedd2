// Kinds of routing, and two models, beside each other.

#include "tests/widgets/support/mixture_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixture/fact_table.h"
#include "widgets/views/mixture/figure.h"
#include "widgets/views/mixture/flow.h"
#include "widgets/views/mixture/gate_map.h"

#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

class TestRoutingComparison : public QObject
{
    Q_OBJECT

private slots:
    void routingsAreRunsOfTheirKinds()
    {
        const RunPtr run = runOf({"mixture.routing=softmax_then_top_k"});
        FigureData data = dataOf(run, "routings");
        QVERIFY(mixtureFigure.needs(data).front().run->change.has("mixture.routing"));
        QVERIFY(mixtureFigure.needs(dataOf(run, "map")).empty());
        Plot plot;
        draw(plot, data);
        QCOMPARE(plot.cellMaps(QStringLiteral("routing")).size(), 2); // and the own
        const auto* own = qobject_cast<GateMap*>(plot.cellMap(QStringLiteral("gates")));
        QVERIFY(holds(own->grid(), run->trace->at("blocks.1.mlp.gates")));
        const auto* second = qobject_cast<GateMap*>(plot.cellMaps(QStringLiteral("routing")).at(0));
        double sum = 0;
        for (core::Index e = 0; e < 6; ++e)
            sum += double(second->grid().at(3, e));
        QVERIFY(std::abs(sum - 1) < 1e-5); // top k, then softmax

        const RunPtr other = runOf({"mixture.routing=top_k_then_softmax"});
        data = support::withKinds(
            mixtureFigure, data, {{"top_k_then_softmax", other}, {"sigmoid_bias_groups", nullptr, "too large"}});
        draw(plot, data);
        QCOMPARE(plot.cellMaps(QStringLiteral("routing")).size(), 1);
        QVERIFY(holds(qobject_cast<GateMap*>(plot.cellMaps(QStringLiteral("routing")).at(0))->grid(),
            other->trace->at("blocks.1.mlp.gates")));
        data.side = Side::Delta;
        QVERIFY(!mixtureFigure.whyNot(data).isEmpty());
    }

    void expertsThatDoNotRunHaveNoColourHoweverManyThereAre()
    {
        const RunPtr run = runOf({"mixture.experts=64", "mixture.top_k=6", "mixture.routing=softmax_then_top_k"});
        bool hasTiny = false;
        for (const double width : {700.0, 900.0, 1600.0}) {
            Plot plot;
            draw(plot, dataOf(run, "routings"), {width, 640});
            const QImage image = plot.toPixmap().toImage();
            QCOMPARE(plot.cellMaps().size(), 3);
            for (CellPlottable* const cells : plot.cellMaps()) {
                const auto* map = qobject_cast<GateMap*>(cells);
                const QRectF cell = map->mapRect();
                hasTiny |= cell.width() < 4 * map->columns();
                for (int row = 0; row < map->rows(); ++row)
                    for (int e = 1; e + 1 < map->columns(); ++e)
                        if (!map->isLit({row, e - 1}) && !map->isLit({row, e}) && !map->isLit({row, e + 1}) && row != 3) {
                            const QPoint middle(int(cell.left() + (e + 0.5) * cell.width() / map->columns()),
                                int(cell.top() + (row + 0.5) * cell.height() / map->rows()));
                            QCOMPARE(image.pixelColor(middle), themeOf(FigureStyle()).surfaceAlt);
                        }
            }
        }
        QVERIFY(hasTiny);
    }

    void nothingOfAComparedTokenCoversAnother_data()
    {
        QTest::addColumn<QSizeF>("size");
        for (const auto& [width, height] : {std::pair{560, 420}, {780, 300}, {812, 440}, {1100, 500}, {1500, 800}})
            QTest::addRow("%d x %d", width, height) << QSizeF(width, height);
    }
    void nothingOfAComparedTokenCoversAnother()
    {
        QFETCH(QSizeF, size);
        FigureData data = dataOf(runOf({"mixture.experts=4"}), "token");
        data.b = runOf({"mixture.experts=4", "mixture.routing=sigmoid_bias_groups"});
        data.mode = SlotMode::All;
        Plot plot;
        draw(plot, data, size);
        int flows = 0;
        for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
            if (auto* const flow = qobject_cast<MixtureFlow*>(element)) {
                ++flows;
                QVERIFY2(flow->bandsWidth() >= 20, qPrintable(QString::number(flow->bandsWidth())));
                QVERIFY(flow->outerRect().right() <= size.width());
            }
        QCOMPARE(flows, 2);
    }

    void theBarsOfARoutingAddUpAndHaveRoom()
    {
        const RunPtr run = runOf({"mixture.experts=64", "mixture.top_k=6"});
        const double line = QFontMetricsF(tickFont(FigureStyle())).height();
        for (const double height : {300.0, 420.0, 640.0, 900.0}) {
            Plot plot;
            draw(plot, dataOf(run, "routings"), {1000, height});
            for (int column = 0; column < 3; ++column) {
                const auto* chart = chartOf<BarChart>(plot, QStringLiteral("gates%1").arg(column));
                QVERIFY(chart);
                double sum = 0;
                for (const Bar& bar : chart->bars())
                    sum += bar.isMarked ? 0 : bar.value;
                QCOMPARE(chart->bars().back().name, QStringLiteral("Σ"));
                QVERIFY(std::abs(chart->bars().back().value - sum) < 1e-6);
                QVERIFY(chart->keyAxis()->axisRect()->height() + 2 >= line * double(chart->bars().size()) - line / 2);
            }
        }
    }

    void differencesAreOfTheGates()
    {
        const RunPtr a = runOf();
        core::Choices said = a->setup->said; // the same model: only then indices mean the same
        said.setText("mixture.renormalise=true", 3);
        const core::SetupPtr setup = core::configure(a->setup->model, said);
        core::ForwardInput input;
        input.ids = a->trace->ids;
        auto trace = core::forward(*setup, input);
        trace->tokens = a->trace->tokens;
        const RunPtr b = std::make_shared<RunResult>(RunResult{trace, setup});
        FigureData both = dataOf(a, "map");
        both.b = b;
        both.mode = SlotMode::Delta;
        Plot plot;
        draw(plot, both);
        const auto* map = chartOf<GateMap>(plot, QStringLiteral("gates"));
        QVERIFY(map);
        const core::Tensor& x = a->trace->at("blocks.1.mlp.gates");
        const core::Tensor& y = b->trace->at("blocks.1.mlp.gates");
        for (core::Index t = 0; t < x.rows(); ++t)
            for (core::Index e = 0; e < x.columns(); ++e)
                QCOMPARE(map->grid().at(t, e), y.row(t)[e] - x.row(t)[e]);
        QVERIFY(!mixtureFigure.metrics(both).empty());
    }
};

QUIET_TEST_MAIN(TestRoutingComparison)
#include "tst_routing_comparison.moc"
