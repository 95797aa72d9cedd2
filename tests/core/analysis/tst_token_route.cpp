#include "core/analysis/token_route.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <cmath>

using namespace core;

namespace {

/// A small seeded model with a mixture, run over ids 3, 4, 5, ….
std::shared_ptr<const Trace> runOf(const std::vector<std::string>& assignments, int tokens = 7)
{
    const ModelPtr model = openModel("untrained");
    Choices said;
    for (const char* size : {"sizes.layers=3", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=48",
             "feed_forward.kind=mixture", "mixture.experts=6", "mixture.top_k=2"})
        said.setText(size, 3);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 3);
    ForwardInput input;
    for (int i = 0; i < tokens; ++i)
        input.ids.push_back(TokenId(3 + i));
    return forward(*configure(model, said), input);
}

Tensor tensor(const std::string& name, Index columns, const std::vector<float>& values)
{
    Tensor result(name, {"token", "expert"}, {Index(values.size()) / columns, columns});
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

Trace traceOf(std::vector<Tensor> tensors)
{
    Trace trace;
    for (Tensor& one : tensors)
        trace.add({std::move(one), {}, false});
    return trace;
}

} // namespace

class TestTokenRoute : public QObject
{
    Q_OBJECT

private slots:
    void theWeightedSumIsWhatTheLayerGaveOut_data();
    void theWeightedSumIsWhatTheLayerGaveOut();
    void partsAreGateTimesTheOutputOfTheRecord();
    void partsComeByGateThenDroppedThenShared();
    void anOutputThatWasNotRecordedLeavesTheSumOpen();
    void noGatesNoMixture();
    void theRouteNamesTheChoicesOfEveryLayer();
    void routesShareTheChoicesThatBothMake();
    void gatesUnderTheOwnRuleAreThoseRecorded_data();
    void gatesUnderTheOwnRuleAreThoseRecorded();
    void aBiasMovesTheChoiceNotTheGate();
};

void TestTokenRoute::theWeightedSumIsWhatTheLayerGaveOut_data()
{
    QTest::addColumn<QStringList>("said");
    QTest::newRow("plain") << QStringList();
    QTest::newRow("shared") << QStringList{"mixture.shared=2"};
    QTest::newRow("capacity") << QStringList{"mixture.capacity=0.5"};
    QTest::newRow("groups") << QStringList{"mixture.groups=3", "mixture.routing=sigmoid_bias_groups", "mixture.scale=2.5"};
    QTest::newRow("top k first") << QStringList{"mixture.routing=top_k_then_softmax", "mixture.top_k=4"};
}

void TestTokenRoute::theWeightedSumIsWhatTheLayerGaveOut()
{
    QFETCH(QStringList, said);
    std::vector<std::string> assignments;
    for (const QString& one : said)
        assignments.push_back(one.toStdString());
    const auto trace = runOf(assignments);
    for (Index layer = 0; layer < 3; ++layer)
        for (Index token = 0; token < 7; ++token) {
            const auto mixture = tokenMixture(*trace, blockName(layer, "mlp"), token);
            QVERIFY(mixture);
            const float* out = trace->at(blockName(layer, "mlp.out")).row(token);
            QCOMPARE(mixture->sum.size(), std::size_t(32));
            double squares = 0;
            for (Index i = 0; i < 32; ++i) {
                QVERIFY(std::abs(mixture->sum[std::size_t(i)] - out[i]) < 1e-5F);
                squares += double(out[i]) * double(out[i]);
            }
            QVERIFY(mixture->largestError < 1e-5);
            QVERIFY(std::abs(mixture->outNorm - std::sqrt(squares)) < 1e-5);
        }
}

void TestTokenRoute::partsAreGateTimesTheOutputOfTheRecord()
{
    const auto trace = runOf({});
    const auto mixture = tokenMixture(*trace, "blocks.1.mlp", 4);
    QVERIFY(mixture);
    QCOMPARE(mixture->parts.size(), std::size_t(2));
    for (const ExpertPart& part : mixture->parts) {
        const std::string expert = "blocks.1.mlp.experts." + std::to_string(part.expert);
        const Tensor& tokens = trace->at(expert + ".tokens");
        Index row = 0;
        while (tokens.data()[row] != 4.F)
            ++row;
        const float gate = trace->at("blocks.1.mlp.gates").row(4)[part.expert];
        QCOMPARE(part.gate, double(gate));
        for (Index i = 0; i < 32; ++i)
            QCOMPARE(part.weighted[std::size_t(i)], gate * trace->at(expert + ".out").row(row)[i]);
    }
}

void TestTokenRoute::partsComeByGateThenDroppedThenShared()
{
    const Trace trace = traceOf({tensor("blocks.0.mlp.router_probs", 4, {0.1F, 0.2F, 0.3F, 0.4F}),
        tensor("blocks.0.mlp.dropped", 4, {0, 0, 1, 0}), tensor("blocks.0.mlp.gates", 4, {0, 0.2F, 0, 0.4F}),
        tensor("blocks.0.mlp.experts.1.tokens", 1, {0}), tensor("blocks.0.mlp.experts.1.out", 2, {1, 2}),
        tensor("blocks.0.mlp.experts.3.tokens", 1, {0}), tensor("blocks.0.mlp.experts.3.out", 2, {3, 4}),
        tensor("blocks.0.mlp.shared.0.out", 2, {0.5F, 0.25F}), tensor("blocks.0.mlp.out", 2, {1.9F, 2.25F})});
    const auto mixture = tokenMixture(trace, "blocks.0.mlp", 0);
    QVERIFY(mixture);
    QCOMPARE(mixture->parts.size(), std::size_t(4));
    QCOMPARE(mixture->parts[0].expert, Index(3));
    QCOMPARE(mixture->parts[0].norm, 5.0);
    QCOMPARE(mixture->parts[1].expert, Index(1));
    QVERIFY(mixture->parts[2].isDropped && mixture->parts[2].expert == 2);
    QVERIFY(mixture->parts[3].isShared && mixture->parts[3].gate == 1.0);
    QVERIFY(std::abs(mixture->sum[0] - 1.9F) < 1e-6F && std::abs(mixture->sum[1] - 2.25F) < 1e-6F);
    QVERIFY(mixture->logits.empty());
}

void TestTokenRoute::anOutputThatWasNotRecordedLeavesTheSumOpen()
{
    const Trace trace = traceOf({tensor("blocks.0.mlp.router_probs", 2, {0.1F, 0.9F}), tensor("blocks.0.mlp.gates", 2, {0, 1}),
        tensor("blocks.0.mlp.out", 2, {1, 2})});
    const auto mixture = tokenMixture(trace, "blocks.0.mlp", 0);
    QVERIFY(mixture);
    QVERIFY(mixture->sum.empty() && std::isnan(mixture->largestError) && std::isnan(mixture->parts.front().norm));
}

void TestTokenRoute::noGatesNoMixture()
{
    const auto trace = runOf({});
    QVERIFY(!tokenMixture(*trace, "blocks.9.mlp", 0));
    QVERIFY(!tokenMixture(*trace, "blocks.0.mlp", 7));
    QVERIFY(!tokenMixture(*trace, "blocks.0.mlp", -1));
}

void TestTokenRoute::theRouteNamesTheChoicesOfEveryLayer()
{
    const auto trace = runOf({"feed_forward.kind@1-1=gated"});
    const std::vector<RouteStep> route = routeOf(*trace, 5);
    QCOMPARE(route.size(), std::size_t(2));
    QCOMPARE(route[1].layer, Index(2));
    for (const RouteStep& step : route) {
        const float* gates = trace->at(blockName(step.layer, "mlp.gates")).row(5);
        QCOMPARE(step.experts.size(), std::size_t(2));
        QVERIFY(step.experts[0].second >= step.experts[1].second);
        for (const auto& [expert, gate] : step.experts)
            QCOMPARE(gate, double(gates[expert]));
    }
}

void TestTokenRoute::routesShareTheChoicesThatBothMake()
{
    const std::vector<RouteStep> a{{0, {{1, 0.5}, {2, 0.5}}}, {3, {{0, 0.9}, {1, 0.1}}}};
    const std::vector<RouteStep> b{{0, {{2, 0.6}, {4, 0.4}}}, {2, {{0, 1.0}}}};
    QCOMPARE(sharedChoices(a, b), 0.25);
    QCOMPARE(sharedChoices(a, a), 1.0);
    QVERIFY(std::isnan(sharedChoices(std::vector<RouteStep>{}, a)));
}

void TestTokenRoute::gatesUnderTheOwnRuleAreThoseRecorded_data()
{
    QTest::addColumn<QString>("routing");
    for (const std::string_view word : routingWords)
        QTest::newRow(std::string(word).c_str()) << QString::fromStdString(std::string(word));
}

void TestTokenRoute::gatesUnderTheOwnRuleAreThoseRecorded()
{
    QFETCH(QString, routing);
    const auto trace = runOf({"mixture.routing=" + routing.toStdString(), "mixture.renormalise=true", "mixture.groups=3"});
    RoutingRule rule{.experts = 6, .topK = 2, .renormalise = true, .groups = 3};
    for (std::size_t i = 0; i < std::size(routingWords); ++i)
        if (routing.toStdString() == routingWords[i])
            rule.kind = Routing(i);
    const Tensor& logits = trace->at("blocks.2.mlp.router_logits");
    const Tensor gates = gatesUnder(rule, logits, {});
    const Tensor& recorded = trace->at("blocks.2.mlp.gates");
    QCOMPARE(gates.shape(), recorded.shape());
    for (Index i = 0; i < gates.size(); ++i)
        QCOMPARE(gates.data()[i], recorded.data()[i]);
}

void TestTokenRoute::aBiasMovesTheChoiceNotTheGate()
{
    const RoutingRule rule{.kind = Routing::SigmoidBiasGroups, .experts = 3, .topK = 1};
    const Tensor logits = tensor("l", 3, {2, 0, -1});
    const std::vector<float> bias{0, 0, 5};
    QVERIFY(gatesUnder(rule, logits, {}).data()[0] > 0.8F);
    const Tensor gates = gatesUnder(rule, logits, bias);
    QCOMPARE(gates.data()[0], 0.F);
    QVERIFY(std::abs(gates.data()[2] - 1.F / (1.F + std::exp(1.F))) < 1e-5F);
    const RoutingRule other{.kind = Routing::SoftmaxThenTopK, .experts = 3, .topK = 1};
    QVERIFY(gatesUnder(other, logits, bias).data()[2] == 0.F);
}

QTEST_GUILESS_MAIN(TestTokenRoute)
#include "tst_token_route.moc"
