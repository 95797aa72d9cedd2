// The first gradient of every placement, against the gradients of a trace of the same seeded model.

#include "core/train/first_gradients.h"

#include "core/run/gradient_trace.h"
#include "core/run/untrained.h"
#include "core/train/trained_weights.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

const FirstGradient& of(const std::vector<FirstGradient>& all, const std::string& placement)
{
    return *std::ranges::find(all, placement, &FirstGradient::placement);
}

} // namespace

class TestFirstGradients : public QObject
{
    Q_OBJECT
private slots:
    void eachPlacementIsARunOfItsOwn()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const std::vector<FirstGradient> all = firstGradients(*setup, smallText());
        QCOMPARE(all.size(), findChoiceKey("norm.placement")->words.size());
        for (const std::string placement : {"pre", "post", "sandwich"}) {
            Choices said = setup->said;
            said.set("norm.placement", placement);
            const TrainedWeights begun(*configure(untrained(*setup->model), said), {});
            const auto trace = traceWithGradients(
                begun.setup(), {.ids = smallText()}, {.patterns = {"grad.weights.*"}}, parseMetric("loss", begun.setup()));
            const FirstGradient& first = of(all, placement);
            QVERIFY(std::abs(first.loss - trace->metricValue) < 1e-5);
            for (std::size_t layer = 0; layer < first.layers.size(); ++layer) {
                double squares = 0;
                for (const TraceEntry& entry : trace->entries())
                    if (entry.name().starts_with("grad.weights." + blockName(Index(layer), "")))
                        for (const float number : entry.tensor.values())
                            squares += double(number) * double(number);
                QVERIFY2(std::abs(first.layers[layer] - std::sqrt(squares)) < 1e-4 * std::sqrt(squares), placement.c_str());
            }
        }
    }

    void whatIsTrainedPlaysNoPart()
    {
        const SetupPtr one = smallSetup(smallChoices(), 1), other = smallSetup(smallChoices(), 2); // other gains and biases
        QCOMPARE(firstGradients(*one, smallText()).front().layers, firstGradients(*other, smallText()).front().layers);
    }

    void refusals()
    {
        const SetupPtr pair = smallSetup(choices("topology=encoder_decoder"));
        QVERIFY_THROWS_EXCEPTION(Error, firstGradients(*pair, smallText()));
        const SetupPtr setup = smallSetup(smallChoices());
        QVERIFY_THROWS_EXCEPTION(Error, firstGradients(*setup, {3}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped, firstGradients(*setup, smallText(), {stop.get_token(), {}, {}}));
    }
};

QTEST_GUILESS_MAIN(TestFirstGradients)
#include "tst_first_gradients.moc"
