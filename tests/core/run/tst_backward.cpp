// The way back against finite differences: every kind of every family and every parameter, along random directions of all weights
// and of every tensor of the trace. Models are made from the families, so a new kind is tested without a change.

#include "core/layers/attention.h"
#include "core/layers/block.h"
#include "core/layers/latent_attention.h"
#include "core/layers/relative_positions.h"
#include "core/layers/retention.h"
#include "core/layers/scores.h"
#include "core/run/backward.h"
#include "core/run/backward_pass.h"
#include "core/run/embedding.h"
#include "core/run/tape_names.h"
#include "core/trace/tensor_slice.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

using namespace core;
using namespace support;

namespace {

/// Random numbers of about 1, by name.
std::vector<float> randomNumbers(const std::string& name, Index count)
{
    std::vector<float> numbers(static_cast<std::size_t>(count));
    seededSource({name, {1, count}, Init::Embedding, 1.f}, 77)->read(0, 1, numbers.data());
    return numbers;
}

/// A tensor with a multiple of another one on it.
class MovedSource : public TensorSource
{
public:
    MovedSource(WeightPtr of, std::vector<float> direction, double step)
        : m_of(std::move(of))
        , m_direction(std::move(direction))
        , m_step(step)
    {
    }
    const Shape& shape() const override { return m_of->shape(); }
    std::string dtype() const override { return "F32"; }
    std::string origin() const override { return "file"; }
    void read(Index row, Index rows, float* out) const override
    {
        m_of->read(row, rows, out);
        const Index width = shape()[0] == 0 ? 0 : elements(shape()) / shape()[0];
        for (Index i = 0; i < rows * width; ++i)
            out[i] = float(double(out[i]) + m_step * double(m_direction[std::size_t(row * width + i)]));
    }

private:
    WeightPtr m_of;
    std::vector<float> m_direction;
    double m_step;
};

/// What is differentiated: a random combination of all logits.
struct Combination
{
    std::vector<float> weights;

    explicit Combination(const Tensor& logits)
        : weights(randomNumbers("metric", logits.size()))
    {
        for (float& weight : weights)
            weight /= std::sqrt(float(weights.size()));
    }
    double of(const Trace& trace) const
    {
        const std::span<const float> logits = trace.at("logits").values();
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            sum += double(weights[i]) * double(logits[i]);
        return sum;
    }
    Tensor gradient(const Tensor& logits) const
    {
        Tensor result("d", logits.axes(), logits.shape());
        std::copy(weights.begin(), weights.end(), result.data());
        return result;
    }
};

/// The choice on a model without kinks, unless it is about these.
SetupPtr smoothSetup(const std::string& assignments)
{
    const bool isOfActivation = assignments.find("activation.kind") != std::string::npos;
    return smallSetup(choices(isOfActivation ? assignments : assignments + " activation.kind=gelu"));
}

ForwardInput inputOf(const Setup& setup)
{
    ForwardInput input{smallText(), {}};
    if (setup.config.hasEncoder())
        input.decoderIds = {3, 9, 1, 12, 4};
    return input;
}

/// How a directional derivative and the gradient compare.
enum class Verdict
{
    Agrees,
    Differs,
    AtKink // the difference quotients do not settle
};

struct Derivative
{
    double gradient = 0; // Σ gradient · direction
    double size = 0; // what such a sum of random signs would be
};

Derivative along(std::span<const float> gradient, std::span<const float> direction)
{
    Derivative of;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        const double part = double(gradient[i]) * double(direction[i]);
        of.gradient += part;
        of.size += part * part;
    }
    of.size = std::sqrt(of.size);
    return of;
}

/// `metricAt` is the metric `step` along the direction.
Verdict compare(const Derivative& of, const std::function<double(double step)>& metricAt, std::string& words)
{
    const auto quotient = [&](double step) { return (metricAt(step) - metricAt(-step)) / (2 * step); };
    double last = 0;
    for (const double step : {4e-2, 1e-2, 2.5e-3}) {
        const double wide = quotient(step), narrow = quotient(step / 2), expected = (4 * narrow - wide) / 3;
        const double scale = std::max({std::abs(expected), std::abs(of.gradient), 0.3 * of.size, 1e-3});
        words = std::to_string(of.gradient) + " expected " + std::to_string(expected) + " of " + std::to_string(of.size);
        if (std::abs(of.gradient - expected) <= 2e-2 * scale)
            return Verdict::Agrees;
        last = std::abs(wide - narrow) / scale;
    }
    return last > 1e-2 ? Verdict::AtKink : Verdict::Differs;
}

/// The gradients of all weights of a run under interventions along one direction, against the metric along it.
class WeightDirection
{
public:
    WeightDirection(const Setup& setup, const Gradients& gradients)
        : m_setup(setup)
    {
        for (const auto& [name, gradient] : gradients.weights) {
            std::vector<float>& direction = m_directions[setup.weights.find(name)];
            direction = randomNumbers(name, gradient.size());
            for (float& number : direction)
                number *= gradient.rank() == 2 ? 0.3f / std::sqrt(float(gradient.columns())) : 0.1f;
            const Derivative part = along(gradient.values(), direction);
            m_total.gradient += part.gradient;
            m_total.size += part.size * part.size;
        }
        m_total.size = std::sqrt(m_total.size);
    }

    Verdict compared(const std::function<double(const Setup&)>& metricOf, std::string& words) const
    {
        return compare(
            m_total, [&](double step) { return metricOf(moved(step)); }, words);
    }

private:
    Setup moved(double step) const
    {
        Setup other = m_setup;
        std::map<const WeightTensor*, WeightPtr> made;
        for (const auto& [name, tensor] : m_setup.weights.all()) {
            WeightPtr& weight = made[tensor.get()];
            if (!weight)
                weight
                    = std::make_shared<WeightTensor>(std::make_shared<MovedSource>(tensor, m_directions.at(tensor.get()), step));
            other.weights.set(name, weight);
        }
        return other;
    }

    const Setup& m_setup;
    std::map<const WeightTensor*, std::vector<float>> m_directions;
    Derivative m_total;
};

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

bool isSkipped(const Setup& setup) { return setup.config.outputHead == OutputHead::None; } // there are no logits

} // namespace

class TestBackward : public QObject
{
    Q_OBJECT

private slots:
    void weightsGainWhatTheirGradientsSay();
    void everyTensorGainsWhatItsGradientSays();
    void interventionsAreGoneBackThrough();
    void whatIsReplacedPassesNothing();
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

/// Of every tensor of the trace, on request or not, one intervention by itself.
void TestBackward::interventionsAreGoneBackThrough()
{
    std::map<Verdict, int> count;
    std::size_t turn = 0;
    int ended = 0;
    for (const std::string& assignments : everySetOfNames()) {
        const SetupPtr setup = smoothSetup(assignments);
        if (isSkipped(*setup))
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

void TestBackward::whatIsReplacedPassesNothing()
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
