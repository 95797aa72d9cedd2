// What a feed-forward does to a text, against loops that say the same in the plainest way.

#include "core/analysis/feed_forward.h"

#include "core/analysis/written_words.h"
#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace core;

class TestFeedForward : public QObject
{
    Q_OBJECT

private slots:
    void zonesAreThoseOfTheSlope()
    {
        const Activation silu = *findKind<Activation>("silu"), relu = *findKind<Activation>("relu"),
                         linear = *findKind<Activation>("linear"), gelu = *findKind<Activation>("gelu");
        const std::vector<float> x{-5, -2, -1, 0, 0.5f, 1, 3, NAN, INFINITY, -INFINITY};
        const SlopeShares shares = slopeShares(silu, x);
        Index silent = 0, passing = 0;
        for (const float value : x) {
            const double s = 1 / (1 + std::exp(-double(value))), slope = s + double(value) * s * (1 - s);
            silent += std::isfinite(value) && std::abs(slope) < 0.1;
            passing += std::isfinite(value) && std::abs(slope) > 0.9;
        }
        QCOMPARE(shares.silent, silent);
        QCOMPARE(shares.passing, passing);
        QCOMPARE(shares.notNumbers, Index(3));
        QCOMPARE(shares.all(), Index(7));
        QVERIFY(slopeZone(relu, -1e-6) == SlopeZone::Silent && slopeZone(relu, 1e-6) == SlopeZone::Passes);
        QVERIFY(slopeZone(linear, -100) == SlopeZone::Passes);
        QVERIFY(slopeZone(gelu, -1.4) == SlopeZone::Bends); // it falls there, by 0.13
    }

    void onlyActivationsThatAreZeroBelowZeroMakeDeadNeurons()
    {
        QStringList dead;
        for (const KindInfo& info : kindInfos<Activation>())
            if (isZeroBelowZero(*findKind<Activation>(info.id)))
                dead << QString::fromUtf8(info.id.data(), qsizetype(info.id.size()));
        QCOMPARE(dead, QStringList({"relu", "relu_squared"}));
    }

    void everyNumberIsCountedOnce()
    {
        std::vector<float> x, y{NAN, INFINITY, 1000.f}; // the last is beyond the usual
        for (int i = 0; i < 6000; ++i)
            x.push_back(float(std::sin(i * 0.7) * 3 + 0.001 * i));
        const std::span<const float> parts[] = {x, y};
        const ValueCounts counts = valueCounts(parts, 40);
        QCOMPARE(counts.edges.size(), counts.counts.size() + 1);
        QVERIFY(counts.counts.size() >= 20 && counts.counts.size() <= 42);
        std::vector<Index> expected(counts.counts.size(), 0);
        Index below = 0, above = 0;
        for (const auto& part : parts)
            for (const float value : part) {
                if (!std::isfinite(value))
                    continue;
                below += double(value) < counts.edges.front();
                above += double(value) >= counts.edges.back();
                for (std::size_t i = 0; i < expected.size(); ++i)
                    expected[i] += double(value) >= counts.edges[i] && double(value) < counts.edges[i + 1];
            }
        QCOMPARE(counts.counts, expected);
        QCOMPARE(counts.below, below);
        QCOMPARE(counts.above, above);
        QVERIFY(counts.above >= 1 && counts.below + counts.above <= 8);
        const ValueCounts wide = inColumnsOf(counts, 3 * counts.width());
        QCOMPARE(wide.width(), 3 * counts.width());
        QCOMPARE(std::accumulate(wide.counts.begin(), wide.counts.end(), Index(0)),
            std::accumulate(counts.counts.begin(), counts.counts.end(), Index(0)));
        QVERIFY(wide.edges.front() <= counts.edges.front() && wide.edges.back() >= counts.edges.back());
        for (std::size_t i = 0; i < wide.counts.size(); ++i) { // each holds what the narrow ones inside it do
            Index inside = 0;
            for (std::size_t j = 0; j < counts.counts.size(); ++j)
                if (const double middle = (counts.edges[j] + counts.edges[j + 1]) / 2; middle > wide.edges[i] && middle < wide.edges[i + 1])
                    inside += counts.counts[j];
            QCOMPARE(wide.counts[i], inside);
        }
        QVERIFY(inColumnsOf(counts, 1.5 * counts.width()).edges == counts.edges);
        QVERIFY(valueCounts({}).edges.empty());
        const std::vector<float> same(5, 2.f);
        const std::span<const float> one[] = {same};
        const ValueCounts only = valueCounts(one);
        QCOMPARE(*std::max_element(only.counts.begin(), only.counts.end()), Index(5));
    }

    void neuronsAreWhatTheTraceSays_data()
    {
        QTest::addColumn<QString>("choices");
        for (const char* choices :
            {"feed_forward.kind=gated activation.kind=silu", "feed_forward.kind=plain activation.kind=relu",
                "feed_forward.kind=gated activation.kind=xielu", "feed_forward.kind=plain activation.kind=gelu"})
            QTest::newRow(choices) << choices;
    }
    void neuronsAreWhatTheTraceSays()
    {
        QFETCH(QString, choices);
        const SetupPtr setup = support::smallSetup(support::choices(choices.toStdString()));
        const auto trace = support::run(*setup, support::smallText());
        const Tensor &pre = trace->at("blocks.1.mlp.pre"), &post = trace->at("blocks.1.mlp.post");
        const Activation kind = activationOf(*setup, 1);
        const std::vector<NeuronUse> neurons = neuronUse(*setup, *trace, 1);
        QCOMPARE(Index(neurons.size()), pre.columns());
        for (Index i = 0; i < pre.columns(); ++i) {
            bool isNever = true, isNeverLater = true, isSilent = true;
            float peak = 0;
            for (Index t = 0; t < pre.rows(); ++t) {
                isNever &= pre.row(t)[i] <= 0;
                isNeverLater &= t == 0 || pre.row(t)[i] <= 0;
                isSilent &= std::abs(activationDerivative(kind, double(pre.row(t)[i]))) < 0.1;
                if (std::abs(post.row(t)[i]) > std::abs(peak))
                    peak = post.row(t)[i];
            }
            const NeuronUse& neuron = neurons[std::size_t(i)];
            QCOMPARE(neuron.isNeverPositive, isNever);
            QCOMPARE(neuron.isNeverPositiveLater, isNeverLater);
            QCOMPARE(neuron.isSilent, isSilent);
            QCOMPARE(neuron.peak, peak);
            QCOMPARE(post.row(neuron.peakToken)[i], peak);
        }
        if (!choices.contains("gated")) // the activation with its learned numbers is the one that ran
            for (Index i = 0; i < pre.size(); ++i)
                QVERIFY(std::abs(activationValue(kind, double(pre.data()[i])) - double(post.data()[i])) < 1e-4);
        const Index both[] = {0, 1};
        const ActivationUse use = activationUse(*setup, *trace, both);
        QCOMPARE(use.shares.all(), 2 * pre.size());
        const Index second[] = {1};
        QCOMPARE(activationUse(*setup, *trace, second).shares.all(), pre.size());
    }

    /// Of a text of one token nothing comes after the first.
    void theFirstTokenIsCountedApart()
    {
        const SetupPtr setup = support::smallSetup(support::choices("feed_forward.kind=gated"));
        const auto trace = support::run(*setup, {support::smallText().front()});
        int positive = 0;
        for (const NeuronUse& neuron : neuronUse(*setup, *trace, 1)) {
            positive += !neuron.isNeverPositive;
            QVERIFY(neuron.isNeverPositiveLater);
        }
        QVERIFY(positive > 0);
    }

    void ordersArePermutations()
    {
        const SetupPtr setup = support::smallSetup(support::choices("feed_forward.kind=gated"));
        const auto trace = support::run(*setup, support::smallText());
        const std::vector<NeuronUse> neurons = neuronUse(*setup, *trace, 0);
        for (const NeuronOrder order : {NeuronOrder::ByToken, NeuronOrder::ByNeuron, NeuronOrder::BySize}) {
            const std::vector<Index> sorted = neuronOrder(neurons, order);
            std::vector<bool> seen(neurons.size());
            for (std::size_t i = 0; i < sorted.size(); ++i) {
                QVERIFY(!seen[std::size_t(sorted[i])]);
                seen[std::size_t(sorted[i])] = true;
                if (i == 0)
                    continue;
                const NeuronUse &left = neurons[std::size_t(sorted[i - 1])], &right = neurons[std::size_t(sorted[i])];
                if (order == NeuronOrder::ByNeuron)
                    QVERIFY(sorted[i - 1] < sorted[i]);
                else if (order == NeuronOrder::BySize)
                    QVERIFY(std::abs(left.peak) >= std::abs(right.peak));
                else
                    QVERIFY(left.peakToken < right.peakToken || (left.peakToken == right.peakToken && left.peak >= right.peak));
            }
        }
    }

    void inputsAddUpToTheValue()
    {
        for (const char* choices : {"feed_forward.kind=gated", "feed_forward.kind=plain norm.placement=post",
                 "feed_forward.kind=gated block.layout=parallel_shared_norm"}) {
            const SetupPtr setup = support::smallSetup(support::choices(choices));
            const auto trace = support::run(*setup, support::smallText());
            const NeuronInputs inputs = neuronInputs(*setup, *trace, {1, 3, 2}, 5);
            QVERIFY2(inputs.reason.empty(), inputs.reason.c_str());
            QCOMPARE(inputs.largest.size(), std::size_t(5));
            const bool isGated = QByteArrayView(choices).startsWith("feed_forward.kind=gated");
            const Tensor& weight = setup->weights.at(isGated ? "blocks.1.mlp.gate.weight" : "blocks.1.mlp.up.weight").values();
            const Tensor& x = trace->at(inputs.tensor);
            double sum = 0;
            for (Index i = 0; i < x.columns(); ++i) {
                const double product = double(x.row(3)[i]) * double(weight.row(2)[i]);
                sum += product;
                const bool isListed
                    = std::ranges::any_of(inputs.largest, [&](const NeuronInput& one) { return one.dimension == i; });
                QVERIFY(isListed || std::abs(product) <= std::abs(inputs.largest.back().product()));
            }
            for (const NeuronInput& one : inputs.largest)
                QVERIFY(std::abs(one.product() - double(x.row(3)[one.dimension]) * double(weight.row(2)[one.dimension])) < 1e-6);
            const double value = double(trace->at("blocks.1.mlp.pre").row(3)[2]);
            QVERIFY(std::abs(inputs.value - value) < 1e-6);
            QVERIFY(std::abs(sum + inputs.bias - value) < 1e-4);
            QVERIFY(inputs.bias != 0); // small models have all biases
        }
    }

    void wordsAreTheRowThroughTheOutputMatrix()
    {
        for (const char* choices : {"norm.kind=rms_norm output.tied=true",
                 "norm.kind=layer_norm output.tied=false bias.output=true", "norm.final=false output.soft_cap=5"}) {
            const SetupPtr setup = support::smallSetup(support::choices(choices));
            const ModelConfig& config = setup->config;
            const Tensor& down = setup->weights.at("blocks.0.mlp.down.weight").values();
            const Tensor& table = setup->weights.at(config.tied ? "embed.weight" : "unembed.weight").values();
            std::vector<double> row;
            for (Index i = 0; i < config.dModel; ++i)
                row.push_back(double(down.row(i)[4]));
            if (QByteArrayView(choices).contains("layer_norm")) {
                double mean = 0;
                for (const double x : row)
                    mean += x / double(row.size());
                for (double& x : row)
                    x -= mean;
            }
            if (config.finalNorm)
                for (std::size_t i = 0; i < row.size(); ++i)
                    row[i] *= double(setup->weights.at("ln_final.weight").values().data()[i]);
            std::vector<double> lifts;
            for (Index id = 0; id < config.vocabulary; ++id) {
                double lift = 0;
                for (std::size_t i = 0; i < row.size(); ++i)
                    lift += row[i] * double(table.row(id)[i]) * config.outputScale;
                lifts.push_back(lift);
            }
            const double mean = std::accumulate(lifts.begin(), lifts.end(), 0.0) / double(lifts.size());
            for (double& lift : lifts) // softmax does not see what is common to all
                lift -= mean;
            const WrittenWords words = writtenWords(*setup, "blocks.0.mlp.post", 4, 5);
            QCOMPARE(words.up.size(), std::size_t(5));
            for (const TokenLift& one : words.up)
                QVERIFY2(std::abs(one.lift - lifts[std::size_t(one.id)]) < 1e-4, choices);
            for (const TokenLift& one : words.down)
                QVERIFY2(std::abs(one.lift - lifts[std::size_t(one.id)]) < 1e-4, choices);
            QVERIFY(std::abs(words.up.front().lift - *std::max_element(lifts.begin(), lifts.end())) < 1e-4);
            QVERIFY(std::abs(words.down.front().lift - *std::min_element(lifts.begin(), lifts.end())) < 1e-4);
        }
    }
};

QTEST_APPLESS_MAIN(TestFeedForward)
#include "tst_feed_forward.moc"
