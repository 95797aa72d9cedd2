// Runs the kinds that the pages docs/adding-a-*.md add, in a scratch copy of the engine that has them
// (check_documented_kinds.cmake): each against its formula, and each token by token against the whole text.

#include "core/run/backward.h"
#include "core/run/kv_cache.h"
#include "tests/core/support/small_models.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace core;
using namespace support;

namespace {

int failures = 0;

void check(bool holds, const char* claim)
{
    std::printf("%s: %s\n", holds ? "holds" : "FAILS", claim);
    failures += !holds;
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-4 * (1 + std::abs(b)); }

/// ‖out‖ = g · ‖x‖ / (‖x‖ + ε), the same direction.
void scaleNorm()
{
    const SetupPtr setup = smallSetup(choices("norm.kind=scale_norm norm.placement=pre"));
    const auto trace = run(*setup, smallText());
    const Tensor *x = trace->find("blocks.0.resid_pre"), *out = trace->find("blocks.0.ln1.out");
    const float g = setup->weights.find("blocks.0.ln1.weight")->values().data()[0];
    bool holds = true;
    for (Index t = 0; t < x->rows(); ++t) {
        double square = 0;
        for (Index i = 0; i < x->columns(); ++i)
            square += double(x->row(t)[i]) * double(x->row(t)[i]);
        for (Index i = 0; i < x->columns(); ++i)
            holds &= isNear(double(out->row(t)[i]), double(g) * double(x->row(t)[i]) / (std::sqrt(square) + 1e-5));
    }
    check(holds, "ScaleNorm is g · x / (‖x‖ + ε)");
}

/// bias = −r₁ log(1 + r₂ |i − j|).
void kerple()
{
    const SetupPtr setup = smallSetup(choices("position.kind=kerple"));
    const auto trace = run(*setup, smallText());
    const Tensor* bias = trace->find("blocks.1.attn.bias");
    const auto power = setup->weights.find("blocks.1.attn.kerple_p.weight")->values();
    const auto slope = setup->weights.find("blocks.1.attn.kerple_a.weight")->values();
    const auto held = [](float number) { return std::max(double(number), 0.01); };
    const Index heads = bias->dim(0), queries = bias->dim(1), keys = bias->dim(2);
    bool holds = true;
    for (Index h = 0; h < heads; ++h)
        for (Index i = 0; i < queries; ++i)
            for (Index j = 0; j < keys; ++j)
                holds &= isNear(double(bias->data()[(h * queries + i) * keys + j]),
                    -held(power.data()[h]) * std::log(1 + held(slope.data()[h]) * double(std::abs(i - j))));
    check(holds, "the bias of KERPLE is −r₁ log(1 + r₂ |i − j|)");
}

/// h of a token is the mean of the inputs up to it.
void averageAttention()
{
    const SetupPtr setup = smallSetup(choices("mixer.kind=average norm.placement=pre"));
    const auto trace = run(*setup, smallText());
    const Tensor *x = trace->find("blocks.0.ln1.out"), *h = trace->find("blocks.0.mixer.h");
    bool holds = true;
    for (Index i = 0; i < x->columns(); ++i) {
        double sum = 0;
        for (Index t = 0; t < x->rows(); ++t) {
            sum += double(x->row(t)[i]);
            holds &= isNear(double(h->row(t)[i]), sum / double(t + 1));
        }
    }
    check(holds, "average attention is the mean of all tokens so far");
}

void stepsAreTheWhole(const char* assignment)
{
    const SetupPtr setup = smallSetup(choices(assignment));
    const std::vector<TokenId> text = smallText();
    const auto whole = run(*setup, text);
    KvCache cache(setup->config, Index(text.size()));
    bool holds = true;
    for (std::size_t t = 0; t < text.size(); ++t) {
        const auto step = run(*setup, {text[t]}, {}, &cache);
        const Tensor *now = step->find("logits"), *then = whole->find("logits");
        for (Index i = 0; i < then->columns(); ++i)
            holds &= isNear(double(now->row(0)[i]), double(then->row(Index(t))[i]));
    }
    check(holds, assignment);
}

/// What the logits gain along a direction of the stream that enters a block, by difference and by the gradient.
void gradientIsTheSlope(const char* assignment)
{
    const SetupPtr setup = smallSetup(choices(std::string(assignment) + " activation.kind=gelu"));
    const ForwardInput input{smallText(), {}};
    const auto tape = forward(*setup, input, tapeRequest({}));
    const Tensor& logits = tape->at("logits");
    Tensor ofLogits("d", logits.axes(), logits.shape());
    for (Index i = 0; i < logits.size(); ++i)
        ofLogits.data()[i] = std::sin(float(i));
    const std::string at = "blocks.0.resid_pre";
    const Gradients gradients = backward({*setup, input, *tape}, ofLogits, {.patterns = {at}});
    const Tensor& gradient = gradients.tensors.at(0).tensor;
    const auto moved = [&](float step) {
        Intervention added{.at = at, .op = InterventionOp::Add};
        added.value.shape = gradient.shape();
        for (Index i = 0; i < gradient.size(); ++i)
            added.value.numbers.push_back(step * std::cos(3.f * float(i)));
        TraceRequest request{.patterns = {"logits"}};
        request.interventions = {added};
        const auto trace = forward(*setup, input, request);
        double sum = 0;
        for (Index i = 0; i < logits.size(); ++i)
            sum += double(ofLogits.data()[i]) * double(trace->at("logits").data()[i]);
        return sum;
    };
    double slope = 0;
    for (Index i = 0; i < gradient.size(); ++i)
        slope += double(gradient.data()[i]) * std::cos(3.0 * double(i));
    const double difference = (moved(1e-2f) - moved(-1e-2f)) / 2e-2;
    check(std::abs(slope - difference) < 2e-2 * (0.1 + std::abs(slope)), (std::string("the gradient with ") + assignment).c_str());
}

} // namespace

int main()
{
    scaleNorm();
    kerple();
    averageAttention();
    for (const char* assignment : {"norm.kind=scale_norm", "position.kind=kerple", "mixer.kind=average"})
        stepsAreTheWhole(assignment);
    for (const char* assignment : {"norm.kind=scale_norm", "position.kind=kerple", "mixer.kind=average"})
        gradientIsTheSlope(assignment);
    return failures == 0 ? 0 : 1;
}
