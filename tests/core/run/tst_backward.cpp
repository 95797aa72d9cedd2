// The way back against finite differences: every kind of every family and every parameter, along random directions of all weights
// and of every tensor of the trace. Models are made from the families, so a new kind is tested without a change.

#include "core/layers/attention.h"
#include "core/layers/block.h"
#include "core/layers/disentangled.h"
#include "core/layers/distance_table.h"
#include "core/layers/gated_norm.h"
#include "core/layers/inner_norm.h"
#include "core/layers/latent_attention.h"
#include "core/layers/latent_norm.h"
#include "core/layers/retention.h"
#include "core/layers/retention_gate.h"
#include "core/layers/retention_parts.h"
#include "core/layers/score_products.h"
#include "core/layers/score_softmax.h"
#include "core/layers/scores.h"
#include "core/layers/shaw.h"
#include "core/layers/t5_buckets.h"
#include "core/layers/transformer_xl.h"
#include "core/run/backward.h"
#include "core/run/backward_pass.h"
#include "core/run/embedding.h"
#include "tests/core/support/directional_derivative.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

using namespace core;
using namespace support;

namespace {

bool isSkipped(const Setup& setup) { return setup.config.outputHead == OutputHead::None; } // there are no logits

} // namespace

class TestBackward : public QObject
{
    Q_OBJECT

private slots:
    void weightsGainWhatTheirGradientsSay();
    void everyTensorGainsWhatItsGradientSays();
    void whatIsMaskedHasNoGradient();
    void onlyWhatIsAskedForIsKept();
    void packedTextsAreApart();
    void aBareTapeGivesTheSameGradients();
};

void TestBackward::weightsGainWhatTheirGradientsSay()
{
    std::map<Verdict, int> count;
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr setup = smoothSetup(assignments);
        if (isSkipped(*setup))
            continue;
        const ForwardInput input = inputOf(*setup);
        const auto tape = forward(*setup, input, bareTapeRequest(setup->config)); // enough for every kind
        const Combination metric(tape->at("logits"));
        const Gradients gradients
            = backward({*setup, input, *tape}, metric.gradient(tape->at("logits")), {.noTensors = true, .weights = {"*"}});

        std::string words;
        const Verdict verdict
            = WeightDirection(*setup, gradients)
                  .compared(
                      [&](const Setup& moved) { return metric.of(*forward(moved, input, {.patterns = {"logits"}})); }, words);
        ++count[verdict];
        if (verdict != Verdict::Agrees)
            qInfo("%s: %s%s", assignments.c_str(), words.c_str(), verdict == Verdict::AtKink ? " (kink)" : "");
    }
    qInfo("%d agree, %d at kinks", count[Verdict::Agrees], count[Verdict::AtKink]);
    QCOMPARE(count[Verdict::Differs], 0);
    QVERIFY(count[Verdict::Agrees] > 300);
    QVERIFY(count[Verdict::AtKink] * 20 < count[Verdict::Agrees]);
}

void TestBackward::everyTensorGainsWhatItsGradientSays()
{
    std::map<Verdict, int> count;
    std::map<std::string, int> names;
    for (const std::string& assignments : everySetOfNames()) {
        const SetupPtr setup = smoothSetup(assignments);
        if (isSkipped(*setup))
            continue;
        const ForwardInput input = inputOf(*setup);
        const auto tape = forward(*setup, input, tapeRequest({.patterns = {"*"}}));
        const Combination metric(tape->at("logits"));
        const Gradients gradients = backward({*setup, input, *tape}, metric.gradient(tape->at("logits")), {.patterns = {"*"}});
        for (const TraceEntry& entry : gradients.tensors) {
            const std::string name = entry.name().substr(5);
            const Tensor& tensor = tape->at(name);
            QCOMPARE(entry.tensor.shape(), tensor.shape());
            QCOMPARE(entry.tensor.axes(), tensor.axes());
            std::vector<float> direction = randomNumbers(name, tensor.size());
            double largest = 0;
            for (const float number : tensor.values())
                largest = std::max(largest, std::isfinite(number) ? std::abs(double(number)) : 0.0);
            for (std::size_t i = 0; i < direction.size(); ++i) {
                // What is masked or off stays so: a gate raised from 0 would send the token to that expert.
                const float value = tensor.data()[i];
                const bool isOff
                    = (name.ends_with(".gates") || name.ends_with("pattern") || name.ends_with("mixer.scores")) && value == 0.f;
                direction[i] *= isOff || !std::isfinite(value) ? 0.f : float(0.1 * std::max(largest, 1e-2));
            }
            std::string words;
            const Verdict verdict = compare(
                along(entry.tensor.values(), direction),
                [&](double step) {
                    Intervention moved{.at = name, .op = InterventionOp::Add};
                    moved.value.shape = tensor.shape();
                    for (const float number : direction)
                        moved.value.numbers.push_back(float(step * double(number)));
                    TraceRequest request{.patterns = {"logits"}};
                    request.interventions = {moved};
                    try {
                        return metric.of(*forward(*setup, input, request));
                    } catch (const Error&) {
                        return 0.0; // nothing of the run follows it: its gradient is 0
                    }
                },
                words);
            ++count[verdict];
            ++names[name];
            if (verdict != Verdict::Agrees)
                qInfo("%s: %s: %s%s", assignments.c_str(), name.c_str(), words.c_str(),
                    verdict == Verdict::AtKink ? " (kink)" : "");
        }
    }
    qInfo("%zu names, %d agree, %d at kinks", names.size(), count[Verdict::Agrees], count[Verdict::AtKink]);
    QCOMPARE(count[Verdict::Differs], 0);
    QVERIFY(count[Verdict::AtKink] * 20 < count[Verdict::Agrees]);
}

void TestBackward::whatIsMaskedHasNoGradient()
{
    const SetupPtr setup = smallSetup(choices("position.kind=alibi mask.kind=strided score.soft_cap=3"));
    const ForwardInput input = inputOf(*setup);
    const auto tape = forward(*setup, input, tapeRequest({}));
    const Gradients gradients = backward(
        {*setup, input, *tape}, Combination(tape->at("logits")).gradient(tape->at("logits")), {.patterns = {"blocks.*.attn.*"}});
    int hidden = 0;
    for (const TraceEntry& entry : gradients.tensors)
        for (const char* ending : {".pattern", ".scores", ".scores_content", ".bias"})
            if (entry.name().ends_with(ending)) {
                const std::string name = entry.name().substr(5);
                const Tensor& scores = tape->at(name.substr(0, name.rfind('.')) + ".scores");
                for (Index i = 0; i < scores.size(); ++i)
                    if (std::isinf(scores.data()[i])) {
                        QCOMPARE(entry.tensor.data()[i], 0.f);
                        ++hidden;
                    }
            }
    QVERIFY(hidden > 1000);
}

void TestBackward::onlyWhatIsAskedForIsKept()
{
    const SetupPtr setup = smallSetup(choices("norm.kind=rms_norm"));
    const ForwardInput input = inputOf(*setup);
    const auto tape = forward(*setup, input, tapeRequest({}));
    const Tensor of = Combination(tape->at("logits")).gradient(tape->at("logits"));
    const Gradients some = backward(
        {*setup, input, *tape}, of, {.patterns = {"blocks.*.attn.pattern[1,4]"}, .weights = {"grad.weights.blocks.1.mlp.*"}});
    QCOMPARE(some.tensors.size(), std::size_t(2));
    QCOMPARE(some.tensors[0].name(), std::string("grad.blocks.1.attn.pattern"));
    QCOMPARE(some.tensors[0].heads, (std::vector<Index>{1, 4}));
    QCOMPARE(some.tensors[0].tensor.dim(0), Index(2));
    QVERIFY(some.weights.contains("blocks.1.mlp.up.weight"));
    for (const auto& [name, gradient] : some.weights)
        QVERIFY(name.starts_with("blocks.1.mlp."));

    // The same numbers, asked for alone or with all.
    const Gradients all = backward({*setup, input, *tape}, of, {.weights = {"*"}});
    for (const TraceEntry& entry : all.tensors)
        if (entry.name() == some.tensors[0].name())
            QCOMPARE(entry.tensor.at({4, 3, 2}), some.tensors[0].tensor.at({1, 3, 2}));
    QCOMPARE(all.weights.at("blocks.1.mlp.up.weight").data()[5], some.weights.at("blocks.1.mlp.up.weight").data()[5]);
    QCOMPARE(all.weights.size(), setup->specs.size());
}

void TestBackward::packedTextsAreApart()
{
    for (const char* assignments : {"position.kind=rope", "position.kind=t5_buckets", "mixer.kind=retention",
             "mixer.kind=linear_recurrence", "mixer.kind=selective_ssm", "mixer.kind=state_space_dual",
             "mixer.kind=gated_recurrence", "feed_forward.kind=channel_mix", "feed_forward.kind=mixture mixture.capacity=0.6"}) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::vector<TokenId> first{7, 2, 11}, second{0, 2, 12, 5};
        std::vector<TokenId> both = first;
        both.insert(both.end(), second.begin(), second.end());
        const auto gradientOf = [&](const std::vector<TokenId>& ids, std::vector<Index> starts, Index from) {
            ForwardInput input{ids, std::move(starts)};
            const auto tape = forward(*setup, input, tapeRequest({}));
            Tensor of("d", tape->at("logits").axes(), tape->at("logits").shape());
            for (Index t = 0; t < of.rows(); ++t)
                for (Index i = 0; i < of.columns(); ++i)
                    of.row(t)[i] = std::sin(float((t + from) * 13 + i));
            return backward({*setup, input, *tape}, of, {.patterns = {"embed"}, .weights = {"*"}});
        };
        const Gradients packed = gradientOf(both, {0, 3}, 0), a = gradientOf(first, {}, 0), b = gradientOf(second, {}, 3);
        std::vector<float> expected(a.tensors[0].tensor.values().begin(), a.tensors[0].tensor.values().end());
        expected.insert(expected.end(), b.tensors[0].tensor.values().begin(), b.tensors[0].tensor.values().end());
        QVERIFY2(relativeDifference(packed.tensors[0].tensor.values(), expected) < 1e-4, assignments);
        double largestOfAll = 0;
        for (const auto& [name, gradient] : packed.weights)
            largestOfAll = std::max(largestOfAll, double(largestValue(gradient.values())));
        for (const auto& [name, gradient] : packed.weights) {
            std::vector<float> sum(gradient.values().size());
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] = a.weights.at(name).data()[i] + b.weights.at(name).data()[i];
            const double largest = std::max(largestValue(a.weights.at(name).values()), largestValue(b.weights.at(name).values()));
            // That of a bias of keys is rounding alone: a softmax does not see it.
            QVERIFY2(relativeDifference(gradient.values(), sum, std::max(largest, 1e-3 * largestOfAll)) < 1e-4,
                (std::string(assignments) + " " + name).c_str());
        }
    }
}

/// Texts longer than the tiles of the scores, packed: what lies between the keys of a tile and those of its queries is read, and
/// is 0.
void TestBackward::aBareTapeGivesTheSameGradients()
{
    for (const char* assignments :
        {"mask.kind=causal", "mask.kind=sliding_window mask.window=9", "mask.kind=prefix mask.prefix=90",
            "mask.kind=block_local mask.block=24", "mask.kind=strided mask.stride=5", "mask.kind=sinks_window mask.window=7",
            "score.soft_cap=3", "position.kind=alibi", "attention.kind=grouped_query sizes.kv_heads=2"}) {
        const SetupPtr setup = smallSetup(choices(std::string("sizes.context=256 ") + assignments));
        ForwardInput input;
        input.sequenceStarts = {0, 70, 160};
        for (Index t = 0; t < 190; ++t)
            input.ids.push_back(TokenId((t * t + 3 * t) % 13));
        const auto bare = forward(*setup, input, bareTapeRequest(setup->config)), whole = forward(*setup, input, tapeRequest({}));
        const std::string name = blockName(0, "attn.");
        QVERIFY(!bare->find(name + "scores_content") && bare->find(name + "pattern"));
        QCOMPARE(bare->find(name + "scores") != nullptr, setup->config.blocks.front().softCap != 0.0);
        QVERIFY(bare->tokens.empty() && bare->choices.is_null());
        const Tensor of = Combination(whole->at("logits")).gradient(whole->at("logits"));
        const Gradients expected
            = backward({*setup, input, *whole}, of, {.patterns = {"blocks.*.attn.pattern"}, .weights = {"*"}});
        const Gradients found = backward({*setup, input, *bare}, of, {.noTensors = true, .weights = {"*"}});
        QVERIFY(found.tensors.empty() && found.weights.size() == setup->specs.size());
        for (const auto& [weight, gradient] : found.weights)
            QVERIFY2(std::ranges::equal(gradient.values(), expected.weights.at(weight).values()),
                (std::string(assignments) + " " + weight).c_str());
    }
}

QTEST_GUILESS_MAIN(TestBackward)
#include "tst_backward.moc"
