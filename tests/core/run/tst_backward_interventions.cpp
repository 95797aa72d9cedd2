// The way back through interventions, of every tensor of the trace, against finite differences of runs under them.

#include "core/layers/passed_back.h"
#include "core/run/tape_names.h"
#include "core/trace/tensor_slice.h"
#include "tests/core/support/directional_derivative.h"

#include <QTest>

#include <array>

using namespace core;
using namespace support;

namespace {

/// An intervention at the tensor; which one goes round.
Intervention changeOf(const PlannedTensor& tensor, std::size_t turn)
{
    Intervention change{.at = tensor.name};
    const int tokens = tokenAxis(tensor.axes);
    const bool isPart = tokens >= 0 && tensor.axes[std::size_t(tokens)] != axis::routedToken && turn % 2 == 0;
    if (isPart)
        change.slice = {{tensor.axes[std::size_t(tokens)], 1, 2}};
    const bool hasMean = tokens >= 0;
    switch (turn % 6) {
    case 0:
        break; // zero
    case 1:
        change.op = hasMean ? InterventionOp::Mean : InterventionOp::Zero;
        break;
    case 2:
        change.op = InterventionOp::Set;
        change.value = {{}, {0.2f}};
        change.strength = 0.6f;
        break;
    case 3:
        change.op = InterventionOp::Scale;
        change.value = {{}, {0.4f}};
        change.strength = 0.5f;
        break;
    case 4:
        change.op = hasMean ? InterventionOp::Mean : InterventionOp::Zero;
        change.strength = 0.7f;
        break;
    default:
        change.op = InterventionOp::Add;
        change.value = {{}, {0.1f}};
    }
    return change;
}

/// Tensors inside of kinds that do not say how interventions pass.
bool mayEndTheWayBack(const std::string& name)
{
    constexpr std::array parts{".mixer.", "router_probs", ".mean", ".scale", "bias_", "k_rope"};
    return std::ranges::any_of(parts, [&](const char* part) { return name.find(part) != std::string::npos; });
}

} // namespace

class TestBackwardInterventions : public QObject
{
    Q_OBJECT

private slots:
    void interventionsAreGoneBackThrough();
    void whatIsReplacedPassesNothing();
};

/// Of every tensor of the trace, on request or not, one intervention by itself.
void TestBackwardInterventions::interventionsAreGoneBackThrough()
{
    std::map<Verdict, int> count;
    std::size_t turn = 0;
    int ended = 0;
    for (const std::string& assignments : everySetOfNames()) {
        const SetupPtr setup = smoothSetup(assignments);
        if (setup->config.outputHead == OutputHead::None) // there are no logits
            continue;
        const ForwardInput input = inputOf(*setup);
        const Index tokens = Index((setup->config.hasEncoder() ? input.decoderIds : input.ids).size());
        for (const PlannedTensor& tensor : plan(setup->config, tokens, Index(input.ids.size()), {}).tensors) {
            if (!tensor.changeInstead.empty())
                continue;
            TraceRequest request = tapeRequest({});
            request.interventions = {changeOf(tensor, turn++)};
            const auto tape = forward(*setup, input, request);
            const Combination metric(tape->at("logits"));
            Gradients gradients;
            try {
                gradients = backward(
                    {*setup, input, *tape}, metric.gradient(tape->at("logits")), {.noTensors = true, .weights = {"*"}});
            } catch (const Error& error) {
                QVERIFY2(mayEndTheWayBack(tensor.name), error.what());
                ++ended;
                continue;
            }
            std::string words;
            const auto metricOf = [&](const Setup& moved) {
                TraceRequest again{.patterns = {"logits"}};
                again.interventions = request.interventions;
                return metric.of(*forward(moved, input, again));
            };
            const Verdict verdict = WeightDirection(*setup, gradients).compared(metricOf, words);
            ++count[verdict];
            if (verdict != Verdict::Agrees)
                qInfo("%s: %s %s: %s%s", assignments.c_str(), tensor.name.c_str(), idOf(request.interventions[0].op).data(),
                    words.c_str(), verdict == Verdict::AtKink ? " (kink)" : "");
        }
    }
    qInfo("%d agree, %d at kinks, %d end the way back", count[Verdict::Agrees], count[Verdict::AtKink], ended);
    QCOMPARE(count[Verdict::Differs], 0);
    QVERIFY(count[Verdict::AtKink] * 20 < count[Verdict::Agrees]);
    QVERIFY(ended * 3 < count[Verdict::Agrees]);
}

void TestBackwardInterventions::whatIsReplacedPassesNothing()
{
    const SetupPtr setup = smoothSetup("mask.kind=causal");
    const ForwardInput input = inputOf(*setup);
    const std::string at = "blocks.1.attn.z", looked = "blocks.0.attn.pattern";
    TraceRequest request = tapeRequest({});
    request.interventions
        = {{.at = looked, .slice = {{axis::query, 2, 2}, {axis::key, 4, 4}}, .op = InterventionOp::Set, .value = {{}, {0.5f}}},
            {.at = at, .slice = {{axis::head, 1, 1}}}, {.at = at, .slice = {{axis::head, 0, 0}}, .strength = 0.25f}};
    const auto tape = forward(*setup, input, request);
    const Combination metric(tape->at("logits"));
    const Gradients gradients = backward(
        {*setup, input, *tape}, metric.gradient(tape->at("logits")), {.patterns = {at, untouchedName(at), "blocks.0.attn.v"}});
    const auto of = [&](const std::string& name) -> const Tensor& {
        return std::ranges::find(gradients.tensors, "grad." + name, &TraceEntry::name)->tensor;
    };
    const Tensor &after = of(at), &before = of(untouchedName(at));
    for (Index token = 0; token < after.dim(0); ++token)
        for (Index d = 0; d < after.dim(2); ++d) {
            QCOMPARE(before.at({token, 1, d}), 0.f);
            QCOMPARE(before.at({token, 0, d}), 0.75f * after.at({token, 0, d}));
            QCOMPARE(before.at({token, 2, d}), after.at({token, 2, d}));
        }
    QVERIFY(largestValue(after.values()) > 0.f);

    // The value of a token that the mask hides and an intervention lets a query look at.
    const Tensor& value = tape->at("blocks.0.attn.v");
    std::vector<float> direction(std::size_t(value.size()), 0.f);
    for (Index i = 0; i < value.size() / value.dim(0); ++i)
        direction[std::size_t(4 * value.size() / value.dim(0) + i)] = i % 2 ? 0.1f : -0.1f;
    std::string words;
    const Verdict verdict = compare(
        along(of("blocks.0.attn.v").values(), direction),
        [&](double step) {
            Intervention moved{.at = "blocks.0.attn.v", .op = InterventionOp::Add};
            moved.value.shape = value.shape();
            for (const float number : direction)
                moved.value.numbers.push_back(float(step * double(number)));
            TraceRequest again{.patterns = {"logits"}};
            again.interventions = request.interventions;
            again.interventions.push_back(moved);
            return metric.of(*forward(*setup, input, again));
        },
        words);
    QVERIFY2(verdict == Verdict::Agrees, words.c_str());
}

QTEST_GUILESS_MAIN(TestBackwardInterventions)
#include "tst_backward_interventions.moc"
