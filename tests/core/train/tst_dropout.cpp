// Dropout in a training: what is dropped, attention under it against plain loops, the gradient against difference quotients for every
// way that a branch joins the stream and for the kinds of attention, and the same weights with any number of threads.

#include "core/layers/dropout.h"

#include "core/base/one_thread.h"
#include "core/base/seeded_numbers.h"
#include "core/run/backward.h"
#include "core/run/metric.h"
#include "core/run/pass.h"
#include "core/train/batch_gradient.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace core;
using namespace support;

namespace {

std::vector<TrainingRow> someRows(const ModelConfig& config)
{
    std::vector<TrainingRow> rows;
    for (Index r = 0; r < 3; ++r) {
        TrainingRow row;
        for (Index t = 0; t < 6; ++t)
            row.ids.push_back(TokenId((r * 5 + t * 3 + t * t) % 13));
        row.targets = targetsOf(Metric{}, config, row.ids);
        if (config.hasEncoder())
            row.source = {2, 5, 7, 1};
        hideSeenTargets(config, row);
        rows.push_back(row);
    }
    return rows;
}

constexpr BatchRequest request{.rowsPerPass = 2, .dropout = {0.3, 5, 0.2}};

/// What a weight of a pattern is multiplied by: 0, or what makes up for those that are dropped.
double factorOf(const Dropout& dropout, const std::string& attention, Index row, Index key)
{
    const std::uint64_t stream = rowStream(dropout.seed, attention + ".pattern_dropped", std::uint64_t(row));
    return uniformNumber(stream, std::uint64_t(key)) < dropout.attentionRate ? 0.0 : 1.0 / (1.0 - dropout.attentionRate);
}

/// The largest difference of a tensor from numbers that plain loops gave, in shares of its largest.
double differenceFrom(const std::vector<double>& plain, const Tensor& tensor)
{
    double most = 0, largest = 0;
    for (Index i = 0; i < tensor.size(); ++i) {
        most = std::max(most, std::abs(plain[std::size_t(i)]));
        largest = std::max(largest, std::abs(plain[std::size_t(i)] - double(tensor.data()[i])));
    }
    return largest / most;
}

} // namespace

class TestDropout : public QObject
{
    Q_OBJECT
private slots:
    void aShareIsDroppedAndTheMeanStays()
    {
        const auto setup = smallSetup(smallChoices());
        const TraceMatcher matcher{TraceRequest()};
        const std::vector<Intervention> interventions;
        const InterventionList none(interventions);
        Pass pass(setup->weights, matcher, none, {}, 0);
        Tensor x("x", {axis::token, axis::dModel}, {40, 500});
        std::fill_n(x.data(), x.size(), 1.f);
        const Dropout dropout{0.25, 3};
        const Tensor y = dropOut(pass.root(), "here", x, dropout), again = dropOut(pass.root(), "here", x, dropout),
                     elsewhere = dropOut(pass.root(), "there", x, dropout), seeded = dropOut(pass.root(), "here", x, {0.25, 4});
        Index zeros = 0;
        double sum = 0;
        for (Index i = 0; i < y.size(); ++i) {
            QVERIFY(y.data()[i] == 0.f || y.data()[i] == float(1 / 0.75));
            zeros += y.data()[i] == 0.f;
            sum += double(y.data()[i]);
        }
        QVERIFY(std::abs(double(zeros) / double(y.size()) - 0.25) < 0.01); // five standard deviations are 0.015
        QVERIFY(std::abs(sum / double(y.size()) - 1) < 0.02);
        QVERIFY(std::equal(y.data(), y.data() + y.size(), again.data()));
        QVERIFY(!std::equal(y.data(), y.data() + y.size(), elsewhere.data()));
        QVERIFY(!std::equal(y.data(), y.data() + y.size(), seeded.data()));
    }

    void withoutARateNothingChanges()
    {
        const TrainedWeights weights(*smallSetup(smallChoices()), {});
        const std::vector<TrainingRow> rows = someRows(weights.setup().config);
        const BatchGradient without = gradientOfBatch(weights, rows, {.rowsPerPass = 2}),
                            none = gradientOfBatch(weights, rows, {.rowsPerPass = 2, .dropout = {0.0, 5}}),
                            branches = gradientOfBatch(weights, rows, {.rowsPerPass = 2, .dropout = {0.3, 5}}),
                            patterns = gradientOfBatch(weights, rows, {.rowsPerPass = 2, .dropout = {0.0, 5, 0.2}}),
                            both = gradientOfBatch(weights, rows, request);
        QVERIFY(none.gradients == without.gradients);
        const std::set losses{without.loss, branches.loss, patterns.loss, both.loss};
        QCOMPARE(losses.size(), std::size_t(4));
    }

    /// z, and on the way back the gradients of v, pattern and scores, of two heads that share their keys.
    void attentionUnderDropoutIsAsInPlainLoops()
    {
        const auto setup = smallSetup(choices("attention.kind=grouped_query sizes.heads=4 sizes.kv_heads=2"));
        ForwardInput input{.ids = {1, 5, 2, 7, 3, 6, 4}, .sequenceStarts = {0, 4}};
        input.dropout = {0.0, 11, 0.4};
        const std::shared_ptr<Trace> run = forward(*setup, input, tapeRequest({}));
        const Tensor& logits = run->at("logits");
        Tensor ofLogits("of", logits.axes(), logits.shape());
        for (Index i = 0; i < ofLogits.size(); ++i)
            ofLogits.data()[i] = float(std::sin(double(i)));
        const Gradients back = backward({*setup, input, *run}, ofLogits, {.patterns = {"blocks.*.attn.*"}});
        const auto gradientOf = [&](const std::string& name) -> const Tensor& {
            return std::ranges::find(back.tensors, "grad." + name, &TraceEntry::name)->tensor;
        };
        for (const std::string attention : {"blocks.0.attn", "blocks.1.attn"}) {
            const Tensor &pattern = run->at(attention + ".pattern"), &v = run->at(attention + ".v");
            const Tensor& dZ = gradientOf(attention + ".z");
            const Index heads = pattern.dim(0), tokens = pattern.dim(1), kvHeads = v.dim(1), width = v.dim(2);
            std::vector<double> z(std::size_t(tokens * heads * width)), dV(std::size_t(v.size())),
                dPattern(std::size_t(pattern.size())), dScores(dPattern.size());
            Index dropped = 0;
            for (Index h = 0; h < heads; ++h)
                for (Index q = 0; q < tokens; ++q) {
                    const Index row = h * tokens + q, kv = h / (heads / kvHeads);
                    double along = 0;
                    for (Index k = 0; k < tokens; ++k) {
                        const double weight = double(pattern.row(row)[k]), factor = factorOf(input.dropout, attention, row, k);
                        dropped += weight > 0 && factor == 0;
                        double ofWeight = 0;
                        for (Index d = 0; d < width; ++d) {
                            const std::size_t at = std::size_t((q * heads + h) * width + d), value = std::size_t((k * kvHeads + kv) * width + d);
                            z[at] += factor * weight * double(v.data()[value]);
                            dV[value] += factor * weight * double(dZ.data()[at]);
                            ofWeight += factor * double(dZ.data()[at]) * double(v.data()[value]);
                        }
                        dPattern[std::size_t(row * tokens + k)] = weight > 0 ? ofWeight : 0; // others are hidden by the mask
                        along += weight * ofWeight;
                    }
                    for (Index k = 0; k < tokens; ++k) {
                        const std::size_t at = std::size_t(row * tokens + k);
                        dScores[at] = double(pattern.row(row)[k]) * (dPattern[at] - along);
                    }
                }
            QVERIFY(dropped > 0);
            QVERIFY(differenceFrom(z, run->at(attention + ".z")) < 1e-6);
            QVERIFY(differenceFrom(dV, gradientOf(attention + ".v")) < 1e-5);
            QVERIFY(differenceFrom(dPattern, gradientOf(attention + ".pattern")) < 1e-5);
            QVERIFY(differenceFrom(dScores, gradientOf(attention + ".scores")) < 1e-5);
        }
    }

    void theGradientAgreesWithDifferenceQuotients_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"norm.placement=pre", "norm.placement=post", "norm.placement=sandwich",
                 "norm.placement=branch_output", "norm.placement=deep_norm", "norm.placement=none", "block.layout=parallel_shared_norm",
                 "block.layout=parallel_two_norms", "position.kind=learned", "mixer.kind=retention", "feed_forward.kind=mixture",
                 "topology=encoder output.head=masked_language", "topology=encoder_decoder", "norm.embedding=true",
                 "attention.kind=grouped_query sizes.heads=4 sizes.kv_heads=2", "attention.kind=latent position.kind=rope",
                 "position.kind=shaw", "position.kind=alibi", "score.sinks=true", "score.soft_cap=5", "mask.kind=sliding_window"})
            QTest::newRow(choice) << choice;
    }

    void theGradientAgreesWithDifferenceQuotients()
    {
        QFETCH(QString, choice);
        TrainedWeights weights(*smallSetup(choices("activation.kind=gelu " + choice.toStdString())), {});
        const std::vector<TrainingRow> rows = someRows(weights.setup().config);
        const BatchGradient batch = gradientOfBatch(weights, rows, request);
        for (std::size_t p = 0; p < weights.parameters().size(); ++p) {
            const std::string& name = weights.parameters()[p].name;
            if (name.find("router") != std::string::npos || !name.ends_with(".weight"))
                continue;
            std::vector<float>& numbers = *weights.parameters()[p].numbers;
            const std::vector<float> before = numbers;
            double slope = 0;
            for (const float g : batch.gradients[p])
                slope += double(g) * double(g);
            if (slope < 1e-6)
                continue;
            const double step = 2e-3 / std::sqrt(slope);
            double values[2] = {};
            for (const int side : {0, 1}) {
                for (std::size_t i = 0; i < numbers.size(); ++i)
                    numbers[i] = float(double(before[i]) + (side == 0 ? -step : step) * double(batch.gradients[p][i]));
                weights.changed();
                values[side] = gradientOfBatch(weights, rows, request).loss;
            }
            numbers = before;
            weights.changed();
            const double measured = (values[1] - values[0]) / (2 * step);
            QVERIFY2(std::abs(measured - slope) < 0.03 * slope + 2e-4,
                qPrintable(QString("%1: %2, %3").arg(QString::fromStdString(name)).arg(measured).arg(slope)));
        }
    }

    void everyPassDrawsOthersAndThreadsChangeNothing()
    {
        const TrainedWeights weights(*smallSetup(smallChoices()), {});
        const TrainingRow row = someRows(weights.setup().config)[0];
        const std::vector<TrainingRow> rows{row, row};
        const BatchRequest alone{.rowsPerPass = 1, .dropout = request.dropout};
        const BatchGradient two = gradientOfBatch(weights, rows, alone), one = gradientOfBatch(weights, {&row, 1}, alone);
        QVERIFY(two.loss != one.loss); // the second pass dropped other numbers
        BatchGradient again;
        {
            const OneThread single;
            again = gradientOfBatch(weights, rows, alone);
        }
        QCOMPARE(again.loss, two.loss);
        QVERIFY(again.gradients == two.gradients);
    }
};

QTEST_GUILESS_MAIN(TestDropout)
#include "tst_dropout.moc"
