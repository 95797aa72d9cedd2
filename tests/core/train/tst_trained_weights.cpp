// Weights that a training writes: which there are, where they begin, and that a run sees what was written.

#include "core/train/trained_weights.h"

#include "core/run/forward.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace core;
using namespace support;

namespace {

const Parameter& named(const TrainedWeights& weights, const std::string& name)
{
    const auto found = std::find_if(weights.parameters().begin(), weights.parameters().end(),
        [&](const Parameter& parameter) { return parameter.name == name; });
    if (found == weights.parameters().end())
        qFatal("no %s", name.c_str());
    return *found;
}

double deviationOf(const Parameter& parameter)
{
    double squares = 0;
    for (const float value : *parameter.numbers)
        squares += double(value) * double(value);
    return std::sqrt(squares / double(parameter.numbers->size()));
}

std::vector<float> logitsOf(const Setup& setup)
{
    const auto trace = forward(setup, {.ids = {300, 301, 302}}, {.patterns = {"logits"}});
    const std::span<const float> values = trace->at("logits").values();
    return {values.begin(), values.end()};
}

} // namespace

class TestTrainedWeights : public QObject
{
    Q_OBJECT
private slots:
    void everyTensorIsThereOnce()
    {
        const SetupPtr tied = tinySetup(), apart = tinySetup("output.tied=false");
        const TrainedWeights ofTied(*tied, {}), ofApart(*apart, {});
        QCOMPARE(ofApart.parameters().size(), ofTied.parameters().size() + 1);
        std::set<std::string> names;
        for (const Parameter& parameter : ofTied.parameters())
            names.insert(parameter.name);
        QCOMPARE(names.size(), ofTied.parameters().size());
        QVERIFY(ofTied.setup().model->trained);
    }

    void matricesDecayAndTablesAndVectorsDoNot()
    {
        const TrainedWeights weights(*tinySetup("bias.attention=true"), {"*embed*", "*.down.weight"});
        QVERIFY(named(weights, "blocks.0.attn.q.weight").decays);
        QVERIFY(!named(weights, "blocks.0.attn.q.bias").decays);
        QVERIFY(!named(weights, "blocks.1.ln1.weight").decays);
        QVERIFY(!named(weights, "embed.weight").decays);
        QVERIFY(!named(weights, "blocks.0.mlp.down.weight").decays);
    }

    void seededWeightsBeginSmall()
    {
        const TrainedWeights pre(*tinySetup(), {}), post(*tinySetup("norm.placement=post"), {});
        QVERIFY(std::abs(deviationOf(named(pre, "embed.weight")) - 0.25) < 0.02);          // 1/√16
        QVERIFY(std::abs(deviationOf(named(pre, "blocks.0.attn.q.weight")) - 0.25) < 0.05); // 1/√16
        QVERIFY(std::abs(deviationOf(named(pre, "blocks.0.attn.o.weight")) - 0.125) < 0.03); // and 1/√(2 · 2)
        QVERIFY(std::abs(deviationOf(named(post, "blocks.0.attn.o.weight")) - 0.25) < 0.05);
        QCOMPARE(deviationOf(named(pre, "blocks.0.ln1.weight")), 1.0);
    }

    void weightsOfAFileStayAsTheyAre()
    {
        const TemporaryFolder folder;
        saveModel(*tinySetup(), folder.path("m"));
        const SetupPtr stored = configure(openModel(folder.path("m")), {});
        const TrainedWeights weights(*stored, {});
        for (const Parameter& parameter : weights.parameters()) {
            std::vector<float> inFile(parameter.numbers->size());
            stored->weights.at(parameter.name).read(0, parameter.shape[0], inFile.data());
            QVERIFY2(*parameter.numbers == inFile, parameter.name.c_str());
        }
        // Products of rows in memory add up in another order than packed ones.
        const std::vector<float> found = logitsOf(weights.setup()), expected = logitsOf(*stored);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(found[i] - expected[i]) <= 1e-5f * (1.f + std::abs(expected[i])));
    }

    void aReplicaThatIsTrainedIsNoneAnyMore()
    {
        const auto model = std::make_shared<Model>(*openModel("untrained"));
        model->replicaOf = "Some model";
        const TrainedWeights weights(*configure(model, {}), {});
        QVERIFY(weights.setup().model->replicaOf.empty());
    }

    void aRunSeesWhatWasWritten()
    {
        TrainedWeights weights(*tinySetup(), {});
        const std::vector<float> before = logitsOf(weights.setup());
        for (Parameter& parameter : weights.parameters())
            if (parameter.name == "embed.weight") // tied: also the output
                for (float& value : *parameter.numbers)
                    value *= 2.f;
        weights.changed();
        const std::vector<float> after = logitsOf(weights.setup());
        QVERIFY(before != after);
        Index largest = 0;
        for (Index i = 0; i < Index(before.size()); ++i)
            if (std::abs(before[std::size_t(i)]) > std::abs(before[std::size_t(largest)]))
                largest = i;
        QVERIFY(std::abs(after[std::size_t(largest)]) > 1.2f * std::abs(before[std::size_t(largest)]));
    }

    void aCopyStaysAsItIsAndItsMemoryServesAgain()
    {
        TrainedWeights weights(*tinySetup(), {});
        const auto numbersOf = [](const ModelPtr& model) { return model->weights.at("embed.weight").source().inMemory(); };
        const auto write = [&](float value) {
            for (Parameter& parameter : weights.parameters())
                std::ranges::fill(*parameter.numbers, value);
        };
        write(1.f);
        const ModelPtr first = weights.copied("first");
        write(2.f);
        ModelPtr second = weights.copied("second");
        const float* const memory = numbersOf(second);
        second.reset();
        write(3.f);
        const ModelPtr third = weights.copied("third");
        QCOMPARE(numbersOf(third), memory);
        QCOMPARE(numbersOf(third)[0], 3.f);
        QCOMPARE(numbersOf(first)[0], 1.f);
    }
};

QTEST_GUILESS_MAIN(TestTrainedWeights)
#include "tst_trained_weights.moc"
