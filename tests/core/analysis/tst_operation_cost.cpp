// Operation cost: the operations add up to what the model has and what its plan counts, for every choice, and hand numbers of one
// model.

#include "core/analysis/operation_cost.h"
#include "core/run/cost.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

/// The sum over layers.
OperationCost costOfKind(const std::vector<OperationCost>& costs, Operation operation)
{
    OperationCost sum;
    for (const OperationCost& cost : costs)
        if (cost.operation == operation) {
            sum.parameters += cost.parameters;
            sum.productFlops += cost.productFlops;
            sum.attentionFlops += cost.attentionFlops;
            sum.otherFlops += cost.otherFlops;
        }
    return sum;
}

} // namespace

class TestOperationCost : public QObject
{
    Q_OBJECT

private slots:
    void theOperationsAddUpToTheModel()
    {
        for (const std::string& said : everyChoice()) {
            const ModelConfig config = smallSetup(choices(said))->config;
            const Cost cost = core::costOf(config);
            const Plan one = plan(config, 1), five = plan(config, 5);
            for (const auto& [tokens, planned] : {std::pair{Index(1), &one}, std::pair{Index(5), &five}}) {
                std::int64_t parameters = 0;
                double products = 0, attention = 0;
                for (const OperationCost& part : operationCosts(config, {tokens, tokens})) {
                    parameters += part.parameters;
                    products += part.productFlops;
                    attention += part.attentionFlops;
                    QVERIFY2(part.bytes >= 0 && part.otherFlops >= 0, said.c_str());
                }
                QVERIFY2(parameters == cost.parameters, said.c_str());
                QVERIFY2(std::abs(products - planned->productFlops) < 0.5, said.c_str());
                QVERIFY2(std::abs(attention - planned->attentionFlops) < 0.5, said.c_str());
            }
        }
    }

    void thePartsOfOneModelByHand()
    {
        // Two layers, six heads of width 5 over 18, d_ff of its own, 13 tokens in the vocabulary; seven tokens of text.
        const ModelConfig config = smallSetup(
            choices("norm.kind=layer_norm norm.bias=true feed_forward.kind=plain sizes.d_ff=11 bias.feed_forward=false "
                    "bias.attention=false bias.attention_output=false attention.kind=multi_head position.kind=rope "
                    "norm.placement=pre sizes.d_head=6"))
                                       ->config;
        const std::vector<OperationCost> costs = operationCosts(config, {7, 7});
        const double t = 7, d = double(config.dModel), width = 6 * 6;
        QCOMPARE(costOfKind(costs, Operation::Projection).productFlops, 2 * t * d * width * 3 * 2);
        QCOMPARE(costOfKind(costs, Operation::Projection).parameters, std::int64_t(d * width * 3 * 2));
        QCOMPARE(costOfKind(costs, Operation::AttentionOut).productFlops, 2 * t * d * width * 2);
        QCOMPARE(costOfKind(costs, Operation::Attention).attentionFlops, 4 * t * t * width * 2);
        QCOMPARE(costOfKind(costs, Operation::Attention).otherFlops, 5 * t * t * 6 * 2); // softmax
        QCOMPARE(costOfKind(costs, Operation::FeedForwardIn).productFlops, 2 * t * d * 11 * 2);
        QCOMPARE(costOfKind(costs, Operation::FeedForwardOut).productFlops, 2 * t * d * 11 * 2);
        QCOMPARE(costOfKind(costs, Operation::Nonlinearity).otherFlops, t * 11 * 2);
        QCOMPARE(costOfKind(costs, Operation::Norms).otherFlops, 8 * t * d * 5); // two a layer, and the last
        QCOMPARE(costOfKind(costs, Operation::Norms).parameters, std::int64_t(2 * d * 5));
        QCOMPARE(costOfKind(costs, Operation::Residual).otherFlops, t * d * 4);
        QCOMPARE(costOfKind(costs, Operation::Rotation).otherFlops, 3 * t * width * 2 * 2);
        QCOMPARE(costOfKind(costs, Operation::Unembedding).productFlops, 2 * t * d * double(config.vocabulary));
    }

    void addingABiasCostsOneForEachNumber()
    {
        const auto flopsOf = [](const char* biases) {
            double flops = 0;
            const std::string said = std::string("norm.kind=rms_norm attention.kind=multi_head feed_forward.kind=gated sizes.d_ff=11 "
                                                 "position.kind=rope sizes.d_head=6 bias.attention=")
                + biases + " bias.attention_output=" + biases + " bias.feed_forward=" + biases;
            for (const OperationCost& cost : operationCosts(smallSetup(choices(said))->config, {7, 7}))
                flops += cost.flops();
            return flops;
        };
        const double d = double(smallSetup(choices("norm.kind=rms_norm"))->config.dModel), width = 6 * 6;
        QCOMPARE(flopsOf("true") - flopsOf("false"), 7 * 2 * (3 * width + d + 2 * 11 + d));
    }

    void crossoverIsWhereTheTwoAreEqual()
    {
        const ModelConfig config = smallSetup(choices("feed_forward.kind=gated sizes.d_ff=40"))->config;
        const GrowthOfCost growth = growthOfCost(config);
        const double tokens = growth.crossover();
        QVERIFY(tokens > 0);
        double attention = 0, feedForward = 0;
        const auto length = Index(std::lround(tokens * 1000));
        for (const OperationCost& cost : operationCosts(config, {length, length}))
            (cost.operation == Operation::Attention ? attention : feedForward) += cost.operation == Operation::Attention
                    || cost.operation == Operation::FeedForwardIn || cost.operation == Operation::Nonlinearity
                    || cost.operation == Operation::FeedForwardOut
                ? cost.flops()
                : 0;
        QVERIFY(std::abs(attention / feedForward / 1000 - 1) < 1e-3); // a thousand times the crossover: a thousand times as much
    }

    void aMixerHasNoPairs()
    {
        const GrowthOfCost growth = growthOfCost(smallSetup(choices("mixer.kind=selective_ssm"))->config);
        QCOMPARE(growth.pairs, 0.0);
        QCOMPARE(growth.crossover(), 0.0);
    }

    void oneTokenAndWidthOneHaveCosts()
    {
        const ModelConfig config = smallSetup(choices("sizes.heads=1 sizes.kv_heads=1 sizes.d_head=1 sizes.d_ff=1"))->config;
        QVERIFY(operationCosts(config, {1, 1}).size() > 5);
        const ModelConfig longer = smallSetup(choices("position.kind=rope sizes.d_head=6"))->config;
        QVERIFY(operationCosts(longer, {4096, 4096}).size() > 5);
    }
};

QTEST_GUILESS_MAIN(TestOperationCost)
#include "tst_operation_cost.moc"
