#include "core/layers/mixture_of_experts.h"
#include "core/run/cost.h"
#include "core/run/forward.h"
#include "tests/core/layers/mixture_twin.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace core;
using namespace mixture_twins;

class TestMixture : public QObject
{
    Q_OBJECT

private slots:
    void everyRoutingEqualsItsNaiveTwin_data();
    void everyRoutingEqualsItsNaiveTwin();
    void oneTokenEqualsItsNaiveTwin();
    void aStoredBiasOfTheRouterIsPartOfTheLogits();
    void namesAndShapesAreThoseOfTheTrace();
    void aWholeMixtureOfOneIsTheGatedFeedForward();
    void aTinyCapacityDropsInTheOrderOfTheText();
    void packedTextsHavePlacesOfTheirOwn();
    void groupsWithFewerExpertsThanWantedGiveFewer();
    void aGroupCountsByItsBestOrUnderSigmoidByItsTwoBest();
    void equalScoresGoToTheFirstExperts();
    void interventionsActOnWhatFollows();
    void gatesThatAreReplacedSendTokens();
    void thePlanCountsAllWeightsAndThoseOfOneToken();
    void thePlanOfAnyLengthHasTheRightTotals();
    void expertsShareTheLearnedActivation();
    void impossibleNumbersAreRefused_data();
    void impossibleNumbersAreRefused();
};

void TestMixture::everyRoutingEqualsItsNaiveTwin_data()
{
    QTest::addColumn<QString>("assignments");
    for (const char* routing : {"softmax_then_top_k", "top_k_then_softmax", "sigmoid_bias_groups", "sparse_mixer"})
        for (const char* rest : {"mixture.experts=5", "mixture.experts=5 mixture.shared=2 mixture.shared_gate=true",
                 "mixture.experts=6 mixture.top_k=3 mixture.jitter=0.4", "activation.kind=swiglu_clamped activation.limit=0.5",
                 "mixture.experts=5 mixture.renormalise=true mixture.scale=2.5",
                 "mixture.experts=5 mixture.top_k=5 bias.feed_forward=false", "mixture.experts=3 mixture.top_k=1",
                 "mixture.experts=8 mixture.groups=4 mixture.groups_top_k=2 mixture.top_k=3",
                 "mixture.experts=6 mixture.groups=6 mixture.groups_top_k=3 mixture.renormalise=true",
                 "mixture.experts=8 mixture.groups=2 mixture.groups_top_k=2 mixture.top_k=5", "mixture.groups=1",
                 "mixture.experts=4 mixture.shared=2 mixture.d_expert=7",
                 "mixture.shared=1 mixture.d_expert=7 mixture.d_shared=13", "mixture.experts=5 mixture.capacity=0.4",
                 "mixture.experts=3 mixture.capacity=1 mixture.renormalise=true",
                 "mixture.experts=6 mixture.groups=3 mixture.groups_top_k=2 mixture.shared=1 mixture.capacity=0.7 "
                 "mixture.scale=0.5"})
            QTest::addRow("%s %s", routing, rest) << QString("mixture.routing=%1 %2").arg(routing, rest);
}

void TestMixture::everyRoutingEqualsItsNaiveTwin()
{
    QFETCH(QString, assignments);
    const std::shared_ptr<Setup> setup = setupOf(assignments.toStdString());
    QCOMPARE(difference(*setup, *runAll(*setup)), std::string());
}

void TestMixture::oneTokenEqualsItsNaiveTwin()
{
    for (const char* rest : {"", "mixture.capacity=0.1", "mixture.shared=1"}) {
        const std::shared_ptr<Setup> setup = setupOf(std::string("mixture.experts=7 ") + rest);
        const std::shared_ptr<Trace> trace = runAll(*setup, {4});
        QCOMPARE(difference(*setup, *trace), std::string());
    }
}

void TestMixture::aStoredBiasOfTheRouterIsPartOfTheLogits()
{
    const std::shared_ptr<Setup> with = setupOf("", true), without = setupOf("");
    QVERIFY(with->weights.find("blocks.1.mlp.router.bias") && !without->weights.find("blocks.1.mlp.router.bias"));
    const std::shared_ptr<Trace> trace = runAll(*with);
    QCOMPARE(difference(*with, *trace), std::string());
    QVERIFY(trace->at("blocks.0.mlp.router_logits").at({0, 0}) != runAll(*without)->at("blocks.0.mlp.router_logits").at({0, 0}));
}

void TestMixture::namesAndShapesAreThoseOfTheTrace()
{
    const std::shared_ptr<Trace> trace
        = runAll(*setupOf("mixture.experts=3 mixture.top_k=3 mixture.shared=1 mixture.d_expert=7"));
    const auto is = [&](const std::string& name, const Axes& axes, const Shape& shape) {
        const Tensor* tensor = trace->find("blocks.0.mlp." + name);
        return tensor && tensor->axes() == axes && tensor->shape() == shape;
    };
    for (const char* name : {"router_logits", "router_probs", "gates"})
        QVERIFY2(is(name, {"token", "expert"}, {9, 3}), name);
    QVERIFY(is("experts.2.tokens", {"routed_token"}, {9}));
    for (const char* name : {"pre", "pre_linear", "post"}) {
        QVERIFY2(is(std::string("experts.1.") + name, {"routed_token", "d_mlp"}, {9, 7}), name);
        QVERIFY2(is(std::string("shared.0.") + name, {"token", "d_mlp"}, {9, 7}), name);
    }
    const std::shared_ptr<Trace> wider = runAll(*setupOf("mixture.shared=1 mixture.d_expert=7 mixture.d_shared=13"));
    QCOMPARE(wider->at("blocks.0.mlp.shared.0.post").columns(), Index(13));
    QCOMPARE(runAll(*setupOf("mixture.shared=1"))->at("blocks.0.mlp.shared.0.post").columns(), Index(11)); // d_ff
    QVERIFY(is("experts.0.out", {"routed_token", "d_model"}, {9, 18}));
    QVERIFY(is("shared.0.out", {"token", "d_model"}, {9, 18}));
    QVERIFY(is("out", {"token", "d_model"}, {9, 18}));
    for (const char* name : {"dropped", "experts.0.input", "pre", "post", "experts.3.tokens"})
        QVERIFY2(!trace->find(std::string("blocks.0.mlp.") + name), name);
}

void TestMixture::aWholeMixtureOfOneIsTheGatedFeedForward()
{
    for (const char* routing : {"softmax_then_top_k", "top_k_then_softmax", "sigmoid_bias_groups"}) {
        const std::shared_ptr<Setup> one
            = setupOf(std::string("mixture.experts=1 mixture.top_k=1 mixture.renormalise=true mixture.routing=") + routing);
        const std::shared_ptr<Setup> gated = setupOf("feed_forward.kind=gated");
        for (const WeightSpec& spec : gated->specs) {
            std::string name = spec.name;
            if (const std::size_t at = name.find(".mlp."); at != std::string::npos)
                name.insert(at + 5, "experts.0.");
            gated->weights.set(spec.name, one->weights.share(name));
            QVERIFY2(one->weights.share(name), name.c_str());
        }
        const std::span<const float> a = runAll(*one)->at("logits").values(), b = runAll(*gated)->at("logits").values();
        QVERIFY2(std::equal(a.begin(), a.end(), b.begin(), b.end()), routing);
    }
}

void TestMixture::aTinyCapacityDropsInTheOrderOfTheText()
{
    // Every token goes to both experts, each of which has ⌈0.3 · 9 · 2 / 2⌉ = 3 places.
    const std::shared_ptr<Trace> trace = runAll(*setupOf("mixture.experts=2 mixture.capacity=0.3"));
    const Tensor& dropped = trace->at("blocks.0.mlp.dropped");
    for (Index t = 0; t < 9; ++t)
        for (Index e = 0; e < 2; ++e) {
            QCOMPARE(dropped.at({t, e}), t < 3 ? 0.f : 1.f);
            QCOMPARE(trace->at("blocks.0.mlp.gates").at({t, e}) != 0.f, t < 3);
        }
    for (Index i = 0; i < 18; ++i)
        QCOMPARE(trace->at("blocks.0.mlp.out").at({8, i}), 0.f);

    RoutingRule rule;
    rule.experts = 3;
    rule.capacity = 0.9; // · 25 · 2 / 3 is 15, although not in binary
    QCOMPARE(expertPlaces(rule, 25), Index(15));
    QCOMPARE(expertPlaces(rule, 26), Index(16));
    rule.capacity = 1e6;
    QCOMPARE(expertPlaces(rule, 6), Index(6));
}

void TestMixture::packedTextsHavePlacesOfTheirOwn()
{
    const std::shared_ptr<Setup> setup = setupOf("mixture.experts=3 mixture.capacity=0.6");
    const std::vector<TokenId> first(text.begin(), text.begin() + 5), second(text.begin() + 5, text.end());
    const Tensor packed = runAll(*setup, text, {0, 5})->at("blocks.1.mlp.dropped");
    const Tensor a = runAll(*setup, first)->at("blocks.1.mlp.dropped"), b = runAll(*setup, second)->at("blocks.1.mlp.dropped");
    QVERIFY(std::equal(a.values().begin(), a.values().end(), packed.values().begin()));
    QVERIFY(std::equal(b.values().begin(), b.values().end(), packed.values().begin() + a.size()));
    QVERIFY(std::count(packed.values().begin(), packed.values().end(), 1.f) > 0);
}

void TestMixture::groupsWithFewerExpertsThanWantedGiveFewer()
{
    RoutingRule rule;
    rule.groups = 2;
    rule.topK = 3;
    QCOMPARE(chooseExperts(rule, std::vector<float>{1, 2, 5, 0}), (std::vector<Index>{2, 3}));
    QCOMPARE(rule.chosenPerToken(), Index(2));
}

void TestMixture::aGroupCountsByItsBestOrUnderSigmoidByItsTwoBest()
{
    RoutingRule rule;
    rule.groups = 2;
    const std::vector<float> scores{0.9f, 0.1f, 0.6f, 0.7f};
    QCOMPARE(chooseExperts(rule, scores), (std::vector<Index>{0, 1}));
    rule.kind = Routing::SigmoidBiasGroups;
    QCOMPARE(chooseExperts(rule, scores), (std::vector<Index>{3, 2}));
}

void TestMixture::equalScoresGoToTheFirstExperts()
{
    RoutingRule rule;
    QCOMPARE(chooseExperts(rule, std::vector<float>{1, 3, 3, 3}), (std::vector<Index>{1, 2}));
    const float never = -std::numeric_limits<float>::infinity();
    QCOMPARE(chooseExperts(rule, std::vector<float>{never, 3, never, never}), (std::vector<Index>{1}));
}

void TestMixture::interventionsActOnWhatFollows()
{
    // Each change alone must change the output of its layer.
    for (const char* routing : {"softmax_then_top_k", "top_k_then_softmax", "sigmoid_bias_groups"}) {
        const std::shared_ptr<Setup> setup = setupOf(
            std::string("mixture.experts=3 mixture.top_k=3 mixture.shared=1 mixture.capacity=0.8 mixture.routing=") + routing);
        const std::shared_ptr<Trace> plain = forward(*setup, {text, {}});
        for (const char* name : {"router_logits", "router_probs", "gates", "dropped", "experts.0.pre", "experts.0.pre_linear",
                 "experts.0.post", "experts.0.out", "shared.0.pre", "shared.0.out", "out"}) {
            const std::string full = std::string("blocks.0.mlp.") + name;
            if (name == std::string("router_probs") && routing == std::string("top_k_then_softmax"))
                continue; // nothing is computed from them there
            const std::shared_ptr<Trace> changed
                = runChanged(*setup, full, [](Tensor& tensor) { std::fill_n(tensor.data(), tensor.size(), 1.25f); });
            QVERIFY2(changed->findEntry(full) && changed->findEntry(full)->replaced, name);
            const std::span<const float> a = plain->at("blocks.0.mlp.out").values(), b = changed->at("blocks.0.mlp.out").values();
            QVERIFY2(!std::equal(a.begin(), a.end(), b.begin()), name);
        }
    }
}

void TestMixture::gatesThatAreReplacedSendTokens()
{
    const std::shared_ptr<Setup> setup = setupOf("mixture.experts=4 mixture.top_k=1");
    const std::shared_ptr<Trace> only = runChanged(*setup, "blocks.1.mlp.gates", [](Tensor& gates) {
        for (Index t = 0; t < gates.rows(); ++t)
            for (Index e = 0; e < 4; ++e)
                gates.row(t)[e] = e == 3 ? 1.f : 0.f;
    });
    QCOMPARE(only->at("blocks.1.mlp.experts.3.tokens").size(), Index(9));
    for (Index i = 0; i < 9 * 18; ++i)
        QCOMPARE(only->at("blocks.1.mlp.out").data()[i], only->at("blocks.1.mlp.experts.3.out").data()[i]);

    // Logits that all point at one expert leave the others without tokens, and without tensors.
    const std::shared_ptr<Trace> pointed = runChanged(*setup, "blocks.1.mlp.router_logits", [](Tensor& logits) {
        for (Index t = 0; t < logits.rows(); ++t)
            logits.row(t)[2] = 50.f;
    });
    QCOMPARE(pointed->at("blocks.1.mlp.experts.2.tokens").size(), Index(9));
    for (const char* expert : {"0", "1", "3"})
        QVERIFY(!pointed->find(std::string("blocks.1.mlp.experts.") + expert + ".out"));
}

void TestMixture::thePlanCountsAllWeightsAndThoseOfOneToken()
{
    // The same model with as many experts as a token uses.
    const auto costOfExperts = [](const char* experts) {
        return costOf(resolve(choicesOf(std::string("mixture.top_k=2 mixture.shared=1 mixture.experts=") + experts), {}));
    };
    const Cost eight = costOfExperts("8"), two = costOfExperts("2");
    const std::int64_t router = 2 * 18, expert = 3 * 18 * 11 + 11 + 11 + 18;
    QCOMPARE(two.active, two.parameters);
    QCOMPARE(eight.parameters - two.parameters, 2 * 6 * expert + 6 * router);
    QCOMPARE(eight.active - two.active, 6 * router);
    QCOMPARE(eight.flopsPerToken - two.flopsPerToken, 2.0 * 6 * double(router));

    const std::shared_ptr<Setup> setup = setupOf("mixture.experts=8 mixture.shared=1");
    std::int64_t stored = 0;
    for (const auto& [name, tensor] : setup->weights.all())
        stored += elements(tensor->shape());
    QCOMPARE(costOf(setup->config).parameters, stored);
}

void TestMixture::thePlanOfAnyLengthHasTheRightTotals()
{
    const std::shared_ptr<Setup> setup = setupOf("mixture.experts=5");
    const Plan planned = plan(setup->config, Index(text.size()));
    const std::shared_ptr<Trace> trace = forward(*setup, {text, {}});
    std::map<std::string, Index> plannedNumbers, numbers; // by name without the expert's number
    const auto count = [](std::map<std::string, Index>& into, const std::string& name, Index size) {
        const std::size_t at = name.find(".experts.");
        into[at == std::string::npos ? name : name.substr(0, at) + name.substr(name.find('.', at + 9))] += size;
    };
    for (const PlannedTensor& tensor : planned.tensors)
        if (tensor.recorded)
            count(plannedNumbers, tensor.name, elements(tensor.shape));
    for (const TraceEntry& entry : trace->entries())
        count(numbers, entry.name(), entry.tensor.size());
    QVERIFY(plannedNumbers == numbers);

    // An expert can be requested by name in any text, whether a token goes there or not.
    TraceRequest request;
    request.patterns = {"blocks.0.mlp.experts.4.out", "logits"};
    QVERIFY(forward(*setup, {{3}, {}}, request)->find("logits"));
    QCOMPARE(evenShare(mixtureOf(*setup).routing, 13, 2), Index(3));
    QCOMPARE(evenShare(mixtureOf(*setup).routing, 13, 3), Index(2));
}

void TestMixture::expertsShareTheLearnedActivation()
{
    const std::shared_ptr<Setup> setup = setupOf("activation.kind=xielu mixture.shared=1");
    QVERIFY(setup->weights.find("blocks.0.mlp.alpha_p.weight") && setup->weights.find("blocks.0.mlp.alpha_n.weight"));
    QVERIFY(!setup->weights.find("blocks.0.mlp.experts.0.alpha_p.weight"));
    const std::shared_ptr<Trace> trace = runAll(*setup);
    XIelu kind;
    kind.alphaP = double(setup->weights.at("blocks.0.mlp.alpha_p.weight").values().data()[0]);
    kind.alphaN = double(setup->weights.at("blocks.0.mlp.alpha_n.weight").values().data()[0]);
    const auto at = [&](const char* name) { return double(trace->at(std::string("blocks.0.mlp.shared.0.") + name).data()[0]); };
    QVERIFY(std::abs(kind.value(at("pre")) * at("pre_linear") - at("post")) < 1e-6);
}

void TestMixture::impossibleNumbersAreRefused_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("expected");
    QTest::newRow("top_k") << "mixture.experts=3 mixture.top_k=4"
                           << "mixture.top_k"
                           << "1–3";
    QTest::newRow("groups") << "mixture.experts=6 mixture.groups=4"
                            << "mixture.groups"
                            << "0, 1, 2, 3, 6";
    QTest::newRow("groups_top_k") << "mixture.experts=6 mixture.groups=2 mixture.groups_top_k=3"
                                  << "mixture.groups_top_k"
                                  << "1–2";
}

void TestMixture::impossibleNumbersAreRefused()
{
    QFETCH(QString, assignments);
    QFETCH(QString, key);
    QFETCH(QString, expected);
    try {
        resolve(choicesOf(assignments.toStdString()), {});
        QFAIL("not refused");
    } catch (const Error& error) {
        QCOMPARE(error.parts().kind, ErrorKind::Usage);
        QCOMPARE(QString::fromStdString(error.parts().where), key);
        QCOMPARE(QString::fromStdString(error.parts().expected), expected);
    }
}

QTEST_GUILESS_MAIN(TestMixture)
#include "tst_mixture.moc"
