// Pictures of weights: what is drawn is what the model has, of each layer, and of B less A.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/weights/figure.h"
#include "widgets/views/weights/peak_labels.h"
#include "widgets/views/weights/view.h"

#include <QTest>

#include <cmath>

using namespace widgets;

namespace {

FigureData dataOf(const char* show, const RunPtr& a, const RunPtr& b = nullptr, SlotMode mode = SlotMode::A)
{
    FigureData data{a, b, {.layer = 1}, {{showOption.name(), show}}};
    data.mode = mode;
    return support::fulfilled(weightsFigure, data);
}

std::vector<double> numbersOf(const FigureData& data, const QString& name)
{
    for (const NumberSet& set : figureNumbers(weightsFigure, data, screenStyle({1200, 640})))
        if (set.name == name)
            return set.values;
    return {};
}

} // namespace

class TestWeights : public QObject
{
    Q_OBJECT

private slots:
    void mapsAreTheWeightsOfTheLayer()
    {
        const RunPtr run = support::tinyRun();
        for (const char* name : {"attn.q", "attn.k", "attn.v", "attn.o", "mlp.gate", "mlp.up", "mlp.down"}) {
            const core::Tensor& weights = run->setup->weights.at(core::blockName(1, std::string(name) + ".weight")).values();
            const std::vector<double> drawn = numbersOf(dataOf("maps", run), QString::fromLatin1(name));
            QVERIFY2(core::Index(drawn.size()) == weights.size(), name);
            for (std::size_t i = 0; i < drawn.size(); ++i)
                QCOMPARE(drawn[i], double(weights.data()[i]));
        }
    }

    void everyExpertCanBeChosen()
    {
        const RunPtr run = support::tinyRun(
            "The cat sat on the mat", {"feed_forward.kind=mixture", "mixture.experts=5", "mixture.top_k=2", "mixture.shared=1"});
        for (int expert = 0; expert < 6; ++expert) {
            FigureData data{run, nullptr, {.layer = 1}, {{"show", "maps"}, {"expert", expert}}};
            data = support::fulfilled(weightsFigure, data);
            const std::string name = (expert < 5 ? "mlp.experts." + std::to_string(expert) : std::string("mlp.shared.0")) + ".up";
            const core::Tensor& weights = run->setup->weights.at(core::blockName(1, name + ".weight")).values();
            const std::vector<double> drawn = numbersOf(data, QString::fromStdString(name));
            QCOMPARE(core::Index(drawn.size()), weights.size());
            QCOMPARE(drawn[7], double(weights.data()[7]));
            QVERIFY(weightsFigure.caption(data).contains(
                expert < 5 ? QStringLiteral("expert %1 out of 5").arg(expert) : QStringLiteral("shared expert 0")));
            for (const FigureOption& option : optionsOf(weightsFigure, data))
                if (option.key == QLatin1String("expert"))
                    QCOMPARE(option.most, 5.0);
        }
        const FigureData dense{support::tinyRun(), nullptr, {.layer = 1}, {{"show", "maps"}}};
        for (const FigureOption& option : optionsOf(weightsFigure, dense))
            QVERIFY(option.key != QLatin1String("expert"));
    }

    void theDifferenceIsBLessA()
    {
        const RunPtr a = support::tinyRun(), b = support::tinyRun("The cat sat on the mat", {"seed=3"});
        const FigureData data = dataOf("maps", a, b, SlotMode::Delta);
        const auto numberOf
            = [](const RunPtr& run) { return run->setup->weights.at("blocks.1.attn.q.weight").values().data()[5]; };
        if (const QString reason = whyNothing(weightsFigure, data); reason.isEmpty())
            QCOMPARE(float(numbersOf(data, QStringLiteral("attn.q"))[5]), numberOf(b) - numberOf(a));
        else
            QVERIFY2(reason.contains(QLatin1String("A | B")), qPrintable(reason)); // other seeds: no difference by index
    }

    void linesAreTheSingularValuesAndNorms()
    {
        const RunPtr run = support::tinyRun();
        const FigureData spectrum = dataOf("spectrum", run), norms = dataOf("norms", run);
        const std::vector<double> values = numbersOf(spectrum, QStringLiteral("attn.q")),
                                  lengths = numbersOf(norms, QStringLiteral("attn.q"));
        const core::Tensor& weights = run->setup->weights.at("blocks.1.attn.q.weight").values();
        double squares = 0, sum = 0;
        for (const float weight : weights.values())
            squares += double(weight) * double(weight);
        QCOMPARE(values.size(), std::size_t(2 * 32));
        for (std::size_t i = 1; i < values.size(); i += 2)
            sum += values[i] * values[i];
        QVERIFY(std::abs(sum - squares) < 1e-6 * squares);
        QCOMPARE(lengths.size(), std::size_t(2 * 3));
        QVERIFY(std::abs(lengths[3] - std::sqrt(squares)) < 1e-6 * lengths[3]);
        QVERIFY(weightsFigure.caption(spectrum).contains(QLatin1String("W_Q")));
    }

    void eachStackHasItsMatrices()
    {
        const core::SetupPtr setup = support::tinySetup({"topology=encoder_decoder", "sizes.encoder_layers=2"});
        core::ForwardInput input;
        input.ids = setup->model->tokenizer->encode("The cat sat");
        input.decoderIds = setup->model->tokenizer->encode("it was");
        const RunPtr run = std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
        for (const bool isOfEncoder : {false, true}) {
            const std::string prefix = isOfEncoder ? "encoder." : "";
            const auto weights
                = [&](int layer) { return setup->weights.at(prefix + core::blockName(layer, "attn.q.weight")).values(); };
            const auto squaresOf = [](const core::Tensor& tensor) {
                double squares = 0;
                for (const float weight : tensor.values())
                    squares += double(weight) * double(weight);
                return squares;
            };
            const auto pageOf = [&](const char* page, int layer) {
                return support::fulfilled(weightsFigure,
                    {run, nullptr, {.layer = layer}, {{"show", page}, {"stack", isOfEncoder ? "encoder" : "decoder"}}});
            };
            const FigureData spectrum = pageOf("spectrum", 1);
            double sum = 0;
            const std::vector<double> values = numbersOf(spectrum, QStringLiteral("attn.q"));
            for (std::size_t i = 1; i < values.size(); i += 2)
                sum += values[i] * values[i];
            QVERIFY(std::abs(sum - squaresOf(weights(1))) < 1e-6 * sum);
            QCOMPARE(numbersOf(spectrum, QStringLiteral("cross_attn.q")).empty(), isOfEncoder);
            QCOMPARE(weightsFigure.subtitle(spectrum).contains("E1"), isOfEncoder);
            QCOMPARE(numbersOf(pageOf("maps", 1), QStringLiteral("attn.q"))[7], double(weights(1).data()[7]));
            const std::vector<double> norms = numbersOf(pageOf("norms", 0), QStringLiteral("attn.q"));
            QCOMPARE(norms.size(), std::size_t(isOfEncoder ? 4 : 6)); // points of the stack's layers
            QVERIFY(std::abs(norms[1] - std::sqrt(squaresOf(weights(0)))) < 1e-6 * norms[1]);
            QVERIFY(!numbersOf(pageOf("spread", 9), QStringLiteral("attn.q")).empty()); // a layer beyond is the last one
        }
        for (const FigureOption& option : optionsOf(weightsFigure, {support::tinyRun(), nullptr, {}, {{"show", "maps"}}}))
            QVERIFY(option.key != QLatin1String("stack"));

        SelectionModel selection;
        WeightsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(run, nullptr);
        view.show();
        QVERIFY(view.restore(QStringLiteral("weights"), {{showOption.name(), "spectrum"}, {"stack", "encoder"}}));
        QCOMPARE(view.figureData().options["stack"].toString(), QString("encoder"));
        QVERIFY(!view.isEmpty());
    }

    void anEncoderAloneHasItsMatrices()
    {
        const RunPtr run = support::tinyRun("The cat sat", {"topology=encoder", "output.head=masked_language"});
        for (const char* page : {"maps", "spectrum", "norms", "spread"})
            QVERIFY2(!numbersOf(dataOf(page, run), QStringLiteral("attn.q")).empty(), page);
    }

    void namesOfTheSpreadAreBesideTheirPeaks()
    {
        const FigureData data = dataOf("spread", support::tinyRun("The cat sat"));
        const QSizeF size(1000, 560);
        Plot plot;
        plot.resize(size.toSize());
        plot.setViewport(QRect(QPoint(), size.toSize()));
        composeFigure(plot, weightsFigure, data, screenStyle(size));
        plot.replot();
        const auto* const labels = plot.findChild<PeakLabels*>();
        QVERIFY(labels);
        const std::vector<PeakLabels::Place> places = labels->places();
        QVERIFY(places.size() >= 6);
        const QRect rect = plot.axisRect(0)->rect();
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(QRectF(rect).contains(places[i].words));
            QVERIFY(places[i].peak.y() < rect.bottom() - rect.height() / 3); // where the line is highest, not where it ends
            QVERIFY(std::abs(places[i].words.center().y() - places[i].peak.y()) < rect.height() / 3);
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY(!places[i].words.adjusted(0, 1, 0, -1).intersects(places[other].words));
            for (int graph = 0; graph < plot.graphCount(); ++graph)
                for (const QCPGraphData& point : *plot.graph(graph)->data())
                    QVERIFY(!places[i].words.contains(QPointF(plot.graph(graph)->keyAxis()->coordToPixel(point.key),
                        plot.graph(graph)->valueAxis()->coordToPixel(point.value))));
        }
    }

    void aRecordedRunSaysAWayOut()
    {
        const RunPtr run = support::tinyRun();
        const RunPtr recorded = std::make_shared<RunResult>(RunResult{run->trace, nullptr});
        for (const char* show : {"maps", "spectrum", "norms"})
            QVERIFY(whyNothing(weightsFigure, dataOf(show, recorded)).contains(QLatin1String("open the model")));
    }

    void theViewShowsEveryPage()
    {
        SelectionModel selection;
        WeightsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 640);
        view.setRun(support::tinyRun(), nullptr);
        view.show();
        for (const QString& page : pageIds(weightsFigure)) {
            QVERIFY(view.restore(QStringLiteral("weights"), {{showOption.name(), page}}));
            QVERIFY(!view.isEmpty());
            QVERIFY(!weightsFigure.table(view.figureData()).isEmpty());
        }
    }
};

QUIET_TEST_MAIN(TestWeights)
#include "tst_weights.moc"
