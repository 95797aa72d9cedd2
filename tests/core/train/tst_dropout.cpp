// Dropout in a training: what is dropped, the gradient under it against difference quotients for every way that a branch joins the
// stream, and the same weights with any number of threads.

#include "core/layers/dropout.h"

#include "core/base/one_thread.h"
#include "core/run/metric.h"
#include "core/run/pass.h"
#include "core/train/batch_gradient.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <cmath>

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
        row.targets = targetsOf(config, row.ids);
        if (config.hasEncoder())
            row.source = {2, 5, 7, 1};
        hideSeenTargets(config, row);
        rows.push_back(row);
    }
    return rows;
}

constexpr BatchRequest request{.rowsPerPass = 2, .dropout = {0.3, 5}};

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
                            some = gradientOfBatch(weights, rows, request);
        QVERIFY(none.gradients == without.gradients);
        QVERIFY(some.loss != without.loss);
    }

    void theGradientAgreesWithDifferenceQuotients_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"norm.placement=pre", "norm.placement=post", "norm.placement=sandwich",
                 "norm.placement=branch_output", "norm.placement=deep_norm", "norm.placement=none", "block.layout=parallel_shared_norm",
                 "block.layout=parallel_two_norms", "position.kind=learned", "mixer.kind=retention", "feed_forward.kind=mixture",
                 "topology=encoder output.head=masked_language", "topology=encoder_decoder", "norm.embedding=true"})
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
