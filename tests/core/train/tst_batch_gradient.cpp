// The gradient of a batch: the sum over its rows, however they are packed; labels that do not count; the terms beside the loss against
// difference quotients.

#include "core/train/batch_gradient.h"

#include "core/analysis/expert_load.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

/// Rows of a small vocabulary that are told their own next tokens.
std::vector<TrainingRow> someRows(Index count, Index length)
{
    std::vector<TrainingRow> rows;
    for (Index r = 0; r < count; ++r) {
        TrainingRow row;
        for (Index t = 0; t < length; ++t) {
            row.ids.push_back(TokenId((r * 5 + t * 3 + t * t) % 13));
            row.targets.push_back(TokenId((r * 5 + (t + 1) * 3 + (t + 1) * (t + 1)) % 13));
        }
        rows.push_back(row);
    }
    return rows;
}

double largestDifference(const GradientList& a, const GradientList& b)
{
    double largest = 0, most = 0;
    for (std::size_t p = 0; p < a.size(); ++p)
        for (std::size_t i = 0; i < a[p].size(); ++i) {
            largest = std::max(largest, std::abs(double(a[p][i]) - double(b[p][i])));
            most = std::max(most, std::abs(double(b[p][i])));
        }
    return largest / most;
}

/// What a batch minimises: its loss and the terms beside it, in doubles from the logits and probabilities of one pass.
double objectiveOf(const TrainedWeights& weights, const std::vector<TrainingRow>& rows, const BatchRequest& request)
{
    BatchRequest alone = request;
    alone.zLoss = alone.balance = 0;
    double sum = gradientOfBatch(weights, rows, alone).loss;
    const auto trace = forward(weights.setup(), packed(rows));
    double z = 0;
    for (const float one : trace->at("log_z").values())
        z += double(one) * double(one) / double(trace->at("log_z").size());
    sum += request.zLoss * z;
    for (const RouterReport& report : routerReports(*trace))
        sum += request.balance * report.balanceLoss;
    return sum;
}

} // namespace

class TestBatchGradient : public QObject
{
    Q_OBJECT
private slots:
    void aBatchIsTheSumOfItsRows_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"norm.kind=rms_norm", "position.kind=t5_buckets", "attention.kind=grouped_query sizes.kv_heads=2",
                 "mixer.kind=selective_ssm", "feed_forward.kind=mixture", "norm.kind=batch_norm"})
            QTest::newRow(choice) << choice;
    }

    void aBatchIsTheSumOfItsRows()
    {
        QFETCH(QString, choice);
        const TrainedWeights weights(*smallSetup(choices(choice.toStdString())), {});
        const std::vector<TrainingRow> rows = someRows(3, 6);
        BatchGradient sum;
        for (const TrainingRow& row : rows) {
            const BatchGradient one = gradientOfBatch(weights, {&row, 1}, {});
            sum.loss += one.loss / 3;
            if (sum.gradients.empty())
                for (const std::vector<float>& g : one.gradients)
                    sum.gradients.emplace_back(g.size(), 0.f);
            for (std::size_t p = 0; p < one.gradients.size(); ++p)
                for (std::size_t i = 0; i < one.gradients[p].size(); ++i)
                    sum.gradients[p][i] += one.gradients[p][i] / 3;
        }
        for (const Index perPass : {1, 2, 3}) {
            const BatchGradient batch = gradientOfBatch(weights, rows, {.rowsPerPass = perPass});
            QCOMPARE(batch.counted, 18);
            QVERIFY(std::abs(batch.loss - sum.loss) < 1e-5);
            QVERIFY(largestDifference(batch.gradients, sum.gradients) < 1e-4);
        }
    }

    void memoryOfTheBatchBeforeChangesNothing()
    {
        const TrainedWeights weights(*smallSetup(smallChoices()), {});
        const std::vector<TrainingRow> rows = someRows(5, 6);
        const BatchGradient fresh = gradientOfBatch(weights, rows, {});
        BatchMemory memory;
        QVERIFY(batchBytes(weights) >= 5 * std::size_t(weights.count()) * sizeof(float)); // a sum for each of the passes
        for (int again = 0; again < 2; ++again) {
            BatchGradient batch = gradientOfBatch(weights, rows, {.memory = &memory});
            QCOMPARE(batch.loss, fresh.loss);
            QVERIFY(batch.gradients == fresh.gradients);
            memory.sums.front() = std::move(batch.gradients);
        }
    }

    void whatDoesNotCountGivesNothing()
    {
        const TrainedWeights weights(*smallSetup(smallChoices()), {});
        std::vector<TrainingRow> rows = someRows(2, 6), first(rows.begin(), rows.begin() + 1);
        std::fill(rows[1].targets.begin(), rows[1].targets.end(), TokenId(-1));
        const BatchGradient masked = gradientOfBatch(weights, rows, {.rowsPerPass = 2}), alone = gradientOfBatch(weights, first, {});
        QCOMPARE(masked.counted, 6);
        QVERIFY(std::abs(masked.loss - alone.loss) < 1e-6);
        QVERIFY(largestDifference(masked.gradients, alone.gradients) < 1e-5);
        std::fill(rows[0].targets.begin(), rows[0].targets.end(), TokenId(-1));
        QVERIFY(refusalOf([&] { gradientOfBatch(weights, rows, {}); }).problem.find("no token") != std::string::npos);
    }

    void theTermsAgreeWithDifferenceQuotients_data()
    {
        QTest::addColumn<double>("zLoss");
        QTest::addColumn<double>("balance");
        QTest::addColumn<QString>("routing");
        QTest::newRow("loss alone") << 0.0 << 0.0 << "softmax_then_top_k";
        QTest::newRow("z-loss") << 0.5 << 0.0 << "softmax_then_top_k";
        QTest::newRow("balance") << 0.0 << 0.7 << "softmax_then_top_k";
        QTest::newRow("balance, gates of logits") << 0.0 << 0.7 << "top_k_then_softmax";
        QTest::newRow("balance, sigmoid") << 0.0 << 0.7 << "sigmoid_bias_groups";
    }

    void theTermsAgreeWithDifferenceQuotients()
    {
        QFETCH(double, zLoss);
        QFETCH(double, balance);
        QFETCH(QString, routing);
        TrainedWeights weights(
            *smallSetup(choices("feed_forward.kind=mixture activation.kind=gelu mixture.routing=" + routing.toStdString())), {});
        const std::vector<TrainingRow> rows = someRows(2, 6);
        const BatchRequest request{.rowsPerPass = 2, .zLoss = zLoss, .balance = balance};
        const BatchGradient batch = gradientOfBatch(weights, rows, request);
        // Along the gradient of the router and of an output matrix: Σ g² is the slope.
        for (const char* name : {"blocks.0.mlp.router.weight", "blocks.1.attn.o.weight", "embed.weight"}) {
            std::size_t p = 0;
            while (weights.parameters()[p].name != name)
                ++p;
            std::vector<float>& numbers = *weights.parameters()[p].numbers;
            const std::vector<float> before = numbers;
            double slope = 0;
            for (const float g : batch.gradients[p])
                slope += double(g) * double(g);
            const double step = 2e-3 / std::sqrt(slope);
            double values[2] = {};
            for (const int side : {0, 1}) {
                for (std::size_t i = 0; i < numbers.size(); ++i)
                    numbers[i] = float(double(before[i]) + (side == 0 ? -step : step) * double(batch.gradients[p][i]));
                weights.changed();
                values[side] = objectiveOf(weights, rows, request);
            }
            numbers = before;
            weights.changed();
            const double measured = (values[1] - values[0]) / (2 * step);
            QVERIFY2(std::abs(measured - slope) < 0.02 * slope,
                qPrintable(QString("%1: %2, %3").arg(name).arg(measured).arg(slope)));
        }
    }

    void targetsThatAreSeenAreHidden()
    {
        TrainingRow row = someRows(1, 6)[0];
        const std::vector<TokenId> all = row.targets;
        hideSeenTargets(smallSetup(choices("topology=causal_decoder"))->config, row);
        QVERIFY(row.targets == all);
        hideSeenTargets(smallSetup(choices("topology=prefix_decoder mask.prefix=3"))->config, row);
        QVERIFY(row.targets == (std::vector<TokenId>{-1, -1, all[2], all[3], all[4], all[5]}));
        hideSeenTargets(smallSetup(choices("mask.kind=bidirectional"))->config, row);
        QVERIFY(row.targets == (std::vector<TokenId>{-1, -1, -1, -1, -1, all[5]}));
    }

    void largeModelsTakeLongerPasses()
    {
        TrainingRecipe recipe;
        recipe.rows = 16;
        recipe.length = 64;
        QCOMPARE(rowsPerPass(recipe, 1000), 4);
        QCOMPARE(rowsPerPass(recipe, 124'000'000), 8);
        recipe.passes = 8;
        QCOMPARE(rowsPerPass(recipe, 124'000'000), 2);
    }

    void normsOverTokensArePackedAlone()
    {
        QCOMPARE(packedRows(smallSetup(choices("norm.kind=batch_norm"))->config, 4), 1);
        QCOMPARE(packedRows(smallSetup(smallChoices())->config, 4), 4);
    }
};

QTEST_GUILESS_MAIN(TestBatchGradient)
#include "tst_batch_gradient.moc"
