// The pages of the feed-forward: what they draw is what the trace holds, a layer without neurons or without a gate says so and
// offers one, and a click selects the neuron that is under it.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "tests/widgets/views/feed_forward/drawn_feed_forward.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/color_map.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/curve_picture.h"
#include "widgets/views/feed_forward/dot_cloud.h"
#include "widgets/views/feed_forward/figure.h"
#include "widgets/views/feed_forward/gate_picture.h"
#include "widgets/views/feed_forward/maps_picture.h"
#include "widgets/views/feed_forward/neuron_picture.h"
#include "widgets/views/feed_forward/neuron_strip.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/feed_forward/slope_histogram.h"
#include "widgets/views/feed_forward/view.h"
#include "widgets/views/feed_forward/width_drawing.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

using namespace widgets;
using support::drawFeedForward;
using support::feedForwardData;
using support::showing;

namespace {

template <class Kind>
QList<const Kind*> partsOf(const Plot& plot)
{
    auto& drawn = const_cast<Plot&>(plot); // QCustomPlot's readers are not const
    QList<const Kind*> parts;
    for (int i = 0; i < drawn.plottableCount(); ++i)
        if (const auto* one = qobject_cast<const Kind*>(drawn.plottable(i)))
            parts << one;
    return parts;
}

template <class Kind>
const Kind* partOf(const Plot& plot)
{
    return partsOf<Kind>(plot).value(0);
}

bool isUnderstoodBy(const FigureData& data, const char* key, const char* value)
{
    for (const FigureOption& option : optionsOf(feedForwardFigure, data))
        if (option.key == QLatin1String(key))
            return isUnderstood(option, QLatin1String(value));
    return false;
}

} // namespace

class TestFeedForwardView : public QObject
{
    Q_OBJECT

    static void kinds()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("activation");
        QTest::newRow("SwiGLU") << "gated"
                                << "silu";
        QTest::newRow("ReLU") << "plain"
                              << "relu";
        QTest::newRow("GEGLU") << "gated"
                               << "gelu";
    }
    static RunPtr runOf(const QString& kind, const QString& activation)
    {
        return support::tinyRun(
            "The cat sat on the mat", {"feed_forward.kind=" + kind.toStdString(), "activation.kind=" + activation.toStdString()});
    }

private slots:
    void theCurveHasTheNumbersOfTheTrace_data() { kinds(); }
    void theCurveHasTheNumbersOfTheTrace()
    {
        QFETCH(QString, kind);
        QFETCH(QString, activation);
        const RunPtr run = runOf(kind, activation);
        const core::Tensor& pre = run->trace->at("blocks.1.mlp.pre");
        const core::Activation curve = *core::findKind<core::Activation>(activation.toStdString());
        Plot plot;
        drawFeedForward(plot, feedForwardData(run));
        const auto* marks = partOf<DotCloud>(plot);
        QVERIFY(marks && marks->name() == "neuron");
        QCOMPARE(marks->dots().size(), qsizetype(pre.rows()));
        for (const CloudDot& dot : marks->dots()) {
            QCOMPARE(dot.at.x(), double(pre.row(dot.cell.row)[3]));
            QCOMPARE(dot.at.y(), core::activationValue(curve, dot.at.x()));
        }
        const auto* histogram = partOf<SlopeHistogram>(plot);
        const core::ValueCounts& counts = histogram->values();
        QCOMPARE(std::accumulate(counts.counts.begin(), counts.counts.end(), core::Index(0)) + counts.below + counts.above,
            pre.size());
        core::Index silent = 0;
        for (const float x : pre.values())
            silent += std::abs(core::activationDerivative(curve, double(x))) < 0.1;
        const QString share = formatPercent(double(silent) / double(pre.size()));
        QVERIFY2(feedForwardFigure.caption(feedForwardData(run)).contains(QStringLiteral(" is within ±0.1 for ") + share),
            qPrintable(feedForwardFigure.caption(feedForwardData(run))));
        // Of one neuron, and of all layers.
        drawFeedForward(plot, feedForwardData(run, showing("curve", {{"values", "neuron"}})));
        const core::ValueCounts& one = partOf<SlopeHistogram>(plot)->values();
        QCOMPARE(std::accumulate(one.counts.begin(), one.counts.end(), core::Index(0)), pre.rows());
        QVERIFY(feedForwardFigure.table(feedForwardData(run, showing("curve", {{"values", "all"}})))
            != feedForwardFigure.table(feedForwardData(run)));
    }

    void levelsAreReadInTheDark()
    {
        setCurrentTheme(ThemeId::Dark);
        const auto back = qScopeGuard([] { setCurrentTheme(ThemeId::Light); });
        Plot plot;
        composeFigure(plot, feedForwardFigure, feedForwardData(runOf("gated", "silu"), showing("gate")), screenStyle({900, 560}));
        int levels = 0;
        for (int i = 0; i < plot.graphCount(); ++i)
            levels += plot.graph(i)->name().startsWith("product ")
                && contrastRatio(plot.graph(i)->pen().color(), currentTheme().surface) >= 4.5;
        QCOMPARE(levels, 6);
    }

    void dotsOfTheScreenAreThoseOfAFile()
    {
        Plot plot;
        plot.resize(600, 400);
        drawFeedForward(plot, feedForwardData(runOf("gated", "silu"), showing("gate")));
        const QImage screen = plot.toPixmap(600, 400).toImage(); // as an image of discs
        const QImage file
            = plot.toPixmap(600, 400, 4).toImage().scaled(600, 400, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const auto* cloud = partOf<DotCloud>(plot);
        plot.toPixmap(600, 400); // lays it out
        int dots = 0, alike = 0;
        for (const CloudDot& dot : cloud->dots()) {
            const QPoint at = cloud->coordsToPixels(dot.at.x(), dot.at.y()).toPoint();
            if (dot.isMarked || !screen.rect().adjusted(2, 2, -2, -2).contains(at))
                continue;
            double ofScreen = 0, ofFile = 0;
            for (int y = -2; y <= 2; ++y)
                for (int x = -2; x <= 2; ++x) {
                    ofScreen += 255 - qGray(screen.pixel(at + QPoint(x, y)));
                    ofFile += 255 - qGray(file.pixel(at + QPoint(x, y)));
                }
            alike += std::abs(ofScreen / ofFile - 1) < 0.1;
            ++dots;
        }
        QVERIFY2(
            dots > 20 && alike > 0.85 * dots, qPrintable(QStringLiteral("%1 of %2").arg(alike).arg(dots))); // words veil some
    }

    void everyDotIsANeuronAtAToken()
    {
        for (const char* activation : {"silu", "gelu"}) {
            const RunPtr run = runOf("gated", QString::fromLatin1(activation));
            const core::Tensor &pre = run->trace->at("blocks.1.mlp.pre"), &up = run->trace->at("blocks.1.mlp.pre_linear");
            Plot plot;
            drawFeedForward(plot, feedForwardData(run, showing("gate")));
            const auto* cloud = partOf<DotCloud>(plot);
            QCOMPARE(cloud->dots().size(), qsizetype(pre.size()));
            for (const CloudDot& dot : cloud->dots()) {
                QCOMPARE(dot.at,
                    QPointF(double(pre.row(dot.cell.row)[dot.cell.column]), double(up.row(dot.cell.row)[dot.cell.column])));
                QCOMPARE(dot.isMarked, dot.cell.column == 3);
            }
            // Along a line the product is the same.
            int levels = 0;
            const core::Activation curve = *core::findKind<core::Activation>(activation);
            for (int i = 0; i < plot.graphCount(); ++i) {
                double product = 0;
                for (const QCPGraphData& point : *plot.graph(i)->data())
                    if (std::isfinite(point.value)) {
                        const double here = core::activationValue(curve, point.key) * point.value;
                        QVERIFY(product == 0 || std::abs(here - product) < 1e-9 * std::abs(product) + 1e-12);
                        product = here;
                    }
                levels += product != 0;
            }
            QVERIFY(levels >= 2);
            const CloudDot& dot = cloud->dots().back();
            QVERIFY(
                !cloud->cellAt(QPointF(cloud->keyAxis()->coordToPixel(dot.at.x()), cloud->valueAxis()->coordToPixel(dot.at.y())))
                     .isNone());
        }
    }

    void theMapIsTheTensorSorted_data() { kinds(); }
    void theMapIsTheTensorSorted()
    {
        QFETCH(QString, kind);
        QFETCH(QString, activation);
        const RunPtr run = runOf(kind, activation);
        for (const char* order : {"token", "neuron", "size"})
            for (const auto& [of, name] : {std::pair{"product", "blocks.1.mlp.post"}, {"pre", "blocks.1.mlp.pre"},
                     {"up", "blocks.1.mlp.pre_linear"}, {"out", "blocks.1.mlp.out"}}) {
                const core::Tensor* tensor = run->trace->find(name);
                if (!tensor)
                    continue;
                const FigureData data = feedForwardData(run, showing("maps", {{"order", order}, {"of", of}}));
                Plot plot;
                drawFeedForward(plot, data);
                const auto* map = qobject_cast<const HeatmapPlottable*>(plot.cellMap(QStringLiteral("neurons")));
                QVERIFY(map);
                QCOMPARE(map->grid().columns, tensor->columns());
                for (core::Index row = 0; row < tensor->rows(); ++row)
                    for (core::Index column = 0; column < tensor->columns(); ++column)
                        QCOMPARE(map->grid().at(row, column), tensor->row(row)[neuronOfColumn(data, int(column))]);
                if (QByteArrayView(of) != "out")
                    QCOMPARE(map->pinned().column, columnOfNeuron(data, 3));
            }
        const core::Tensor& pre = run->trace->at("blocks.1.mlp.pre");
        Plot plot;
        const FigureData data = feedForwardData(run, showing("maps"));
        drawFeedForward(plot, data);
        int never = 0;
        for (core::Index i = 0; i < pre.columns(); ++i) {
            bool isNever = true;
            for (core::Index t = 0; t < pre.rows(); ++t)
                isNever &= pre.row(t)[i] <= 0;
            never += isNever;
            QCOMPARE(partOf<NeuronStrip>(plot)->data().ticks.contains(columnOfNeuron(data, int(i))), isNever);
        }
        const QString text = feedForwardFigure.caption(data);
        QVERIFY2(text.startsWith(QString::number(never)), qPrintable(text));
        QCOMPARE(text.contains("dead"), activation == "relu");
    }

    /// Beside A the neurons of B are those of A only where they share their weights; else they have an order of their own, and
    /// the neuron that is looked at has its frame in either.
    void bothMapsFrameTheirNeuron_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("chosen");
        QTest::addColumn<bool>("isShared");
        QTest::newRow("shared") << "activation.kind=gelu" << -1 << true;
        QTest::newRow("shared, chosen") << "activation.kind=gelu" << 5 << true;
        QTest::newRow("other weights") << "seed=5" << -1 << false;
        QTest::newRow("wider") << "sizes.d_ff=80" << -1 << false;
        QTest::newRow("wider, chosen beyond A") << "sizes.d_ff=80" << 72 << false;
        QTest::newRow("narrower, chosen beyond B") << "sizes.d_ff=40" << 50 << false;
    }
    void bothMapsFrameTheirNeuron()
    {
        QFETCH(QString, choice);
        QFETCH(int, chosen);
        QFETCH(bool, isShared);
        FigureData asked{support::tinyRun("The cat sat on the mat"),
            support::tinyRun("The cat sat on the mat", {choice.toStdString()}), {.layer = 1, .query = 4, .dim = chosen},
            showing("maps"), SlotMode::SideBySide};
        const FigureData data = support::fulfilled(feedForwardFigure, asked);
        Plot plot;
        drawFeedForward(plot, data);
        const auto strips = partsOf<NeuronStrip>(plot);
        QCOMPARE(strips.size(), 2);
        for (const auto& [side, run, strip] : {std::tuple{Side::A, data.a, strips[0]}, {Side::B, data.b, strips[1]}}) {
            const FigureData ofOne = ofSide(data, side);
            const auto* map = qobject_cast<const HeatmapPlottable*>(plot.cellMap(neuronMapName(ofOne)));
            QVERIFY(map);
            const core::Tensor& product = run->trace->at("blocks.1.mlp.post");
            const int neuron = feedForwardOf(data, *run)->neuron;
            const int column = strip->data().marked;
            QVERIFY2(column >= 0 && column < map->columns(), qPrintable(QString::number(column)));
            QCOMPARE(neuronOfColumn(ofOne, column), neuron);
            if (!isShared || side == Side::A)
                QCOMPARE(map->grid().at(4, column), product.row(4)[neuron]);
            QCOMPARE(strip->data().words, QStringLiteral("neuron %1").arg(neuron));
        }
        QCOMPARE(neuronMapName(ofSide(data, Side::B)) == neuronMapName(ofSide(data, Side::A)), isShared);
    }

    void aNumberThatChangesShows()
    {
        const RunPtr run = runOf("gated", "silu");
        for (const auto& [page, tensor] : {std::pair{"curve", "blocks.1.mlp.pre"}, {"gate", "blocks.1.mlp.pre_linear"},
                 {"maps", "blocks.1.mlp.post"}, {"neuron", "blocks.1.mlp.post"}, {"activations", "blocks.1.mlp.pre"}}) {
            const RunPtr changed = support::withNumber(run, tensor, 3, 9.0F);
            const auto imageOf = [&](const RunPtr& one) {
                Plot plot;
                drawFeedForward(plot, feedForwardData(one, showing(page)), {800, 480});
                return plot.toPixmap(800, 480).toImage();
            };
            QCOMPARE(imageOf(run), imageOf(run));
            QVERIFY2(imageOf(changed) != imageOf(run), page);
        }
    }

    void theAreasAreEqual_data() { kinds(); }
    void theAreasAreEqual()
    {
        QFETCH(QString, kind);
        QFETCH(QString, activation);
        const RunPtr run = runOf(kind, activation);
        Plot plot;
        drawFeedForward(plot, feedForwardData(run, showing("width")));
        const WidthDrawing* drawing = nullptr;
        for (const QCPLayoutElement* element : plot.plotLayout()->elements(true))
            if (const auto* one = qobject_cast<const WidthDrawing*>(element))
                drawing = one;
        QVERIFY(drawing);
        std::vector<double> areas;
        for (int form = 0; form < 2; ++form) {
            double area = 0;
            for (const QRectF& place : drawing->places(form))
                area += place.width() * place.height();
            areas.push_back(area);
            QCOMPARE(drawing->forms()[form].isOwn, (form == 1) == (kind == "gated"));
            if (drawing->forms()[form].isOwn)
                QCOMPARE(drawing->forms()[form].width, double(run->trace->at("blocks.1.mlp.pre").columns()));
        }
        QVERIFY(areas[0] > 0 && std::abs(areas[0] - areas[1]) < 1e-6 * areas[0]);
    }

    void whatALayerLacksIsSaidAndOffered()
    {
        const FigureData plain = feedForwardData(runOf("plain", "relu"), showing("gate"));
        QVERIFY(feedForwardFigure.whyNot(plain).contains("has no gate"));
        QCOMPARE(feedForwardFigure.offer(plain).value, QStringLiteral("gated"));
        const RunPtr experts = support::tinyRun(
            "The cat sat", {"feed_forward.kind=mixture", "mixture.experts=128", "mixture.top_k=2", "sizes.d_ff=8"});
        QVERIFY(feedForwardFigure.whyNot(feedForwardData(experts)).contains("Mixture"));
        QCOMPARE(feedForwardFigure.offer(feedForwardData(experts)).key, QStringLiteral("feed_forward.kind"));
        QVERIFY(feedForwardFigure.whyNot(feedForwardData(support::tinyRun("The cat", {"feed_forward.kind=none"})))
                    .contains("no feed-forward"));
        const FigureData gated = feedForwardData(runOf("gated", "silu"));
        QVERIFY(feedForwardFigure.whyNot(gated).isEmpty() && feedForwardFigure.offer(gated).key.isEmpty());
        QVERIFY(feedForwardFigure.whyNot(feedForwardData(support::without(gated.a, {"mlp.pre"}))).contains("mlp.pre"));
    }

    void optionsAreRefusedWhenUnknown()
    {
        const FigureData gated = feedForwardData(runOf("gated", "silu")), plain = feedForwardData(runOf("plain", "gelu"));
        for (const char* word : {"product", "pre", "gate", "up", "out"})
            QVERIFY(isUnderstoodBy(gated, "of", word));
        QVERIFY(!isUnderstoodBy(gated, "of", "down") && !isUnderstoodBy(plain, "of", "up"));
        QVERIFY(isUnderstoodBy(gated, "values", "all") && !isUnderstoodBy(gated, "values", "heads"));
        QVERIFY(isUnderstoodBy(gated, "order", "size") && !isUnderstoodBy(gated, "order", "name"));
        QVERIFY(isUnderstoodBy(gated, "show", "width") && !isUnderstoodBy(gated, "show", "depth"));
    }

    void smallAndLargeTextsHaveAPicture()
    {
        QString words;
        for (int i = 0; i < 200; ++i)
            words += QStringLiteral("the cat ");
        for (const RunPtr& run : {support::tinyRun("The", {"feed_forward.kind=gated"}),
                 support::tinyRun("The cat", {"feed_forward.kind=gated", "sizes.d_ff=1"}),
                 support::tinyRun(words.toStdString(), {"feed_forward.kind=gated", "sizes.context=1024"})})
            for (const QString& page : pageIds(feedForwardFigure)) {
                const FigureData data = feedForwardData(run, showing(page.toLatin1().constData()), {.layer = 1});
                QVERIFY2(feedForwardFigure.whyNot(data).isEmpty(), qPrintable(page));
                QVERIFY2(!feedForwardFigure.caption(data).isEmpty(), qPrintable(page));
                QVERIFY2(feedForwardFigure.table(data).count('\n') > 1, qPrintable(page));
                Plot plot;
                drawFeedForward(plot, data);
                if (const auto* cloud = partOf<DotCloud>(plot); cloud && page == "gate")
                    QVERIFY(cloud->dots().size() <= 12'000);
            }
    }

    void aClickSelectsTheNeuronUnderIt()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .query = 2, .dim = 5});
        FeedForwardView view(&selection, nullptr);
        view.resize(1000, 640);
        view.show();
        support::answer(view);
        view.setRun(runOf("gated", "silu"), nullptr);
        QVERIFY(view.restore(QStringLiteral("feed_forward"), showing("maps")));
        const int neuron = neuronOfColumn(view.figureData(), 7);
        emit view.plot()->cellClicked(QStringLiteral("neurons"), 1, 7, Qt::NoModifier);
        QCOMPARE(selection.pinned().dim, neuron);
        QCOMPARE(selection.pinned().query, 1);
        QCOMPARE(columnOfNeuron(view.figureData(), neuron), 7);
        QVERIFY(view.restore(QStringLiteral("feed_forward"), showing("neuron")));
        emit view.plot()->barClicked(QStringLiteral("tokens"), 3);
        QCOMPARE(selection.pinned().query, tokenOfNeuronBar(*view.plot(), 3));
        QCOMPARE(selection.pinned().dim, neuron);
    }
};

QUIET_TEST_MAIN(TestFeedForwardView)
#include "tst_feed_forward_view.moc"
