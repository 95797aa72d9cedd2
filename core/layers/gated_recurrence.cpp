#include "core/layers/gated_recurrence.h"

#include "core/base/kernels.h"
#include "core/base/softplus.h"
#include "core/layers/causal_convolution.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr float kSharpness = 8.f; // c of eq. 3
// Where a model without a file starts: gates half open and a = 0.975, within the paper's 0.9 … 0.999 (a token's a, §2.4).
constexpr float kStartOfLambda = -5.07f;

struct Recurrence
{
    const Scope& mixer;
    const MixerInput& in;
    Index width;

    Index tokens() const { return in.x.rows(); }
    bool begins(Index t) const { return in.places.positions[std::size_t(t)] == 0; }
    Tensor inner(const char* name) const { return mixer.make(name, {axis::token, axis::dInner}, {tokens(), width}); }

    Tensor projected(const char* name, const char* matrix) const
    {
        Tensor result = inner(name);
        mixer.linear(matrix, in.x, in.dModel(), width, true, result);
        mixer.record(result);
        return result;
    }

    /// σ(W c + b), W in one block per head: what a number gives to the others of its head is a row.
    Tensor gate(const char* name, const Tensor& c) const
    {
        const Index block = width / in.heads;
        const Scope place = mixer.child(name);
        const WeightTensor* matrix = place.weight("weight", {width, block}, Init::Projection);
        const float* bias = place.vectorWeight("bias", width, Init::Bias);
        const float* weight = matrix ? matrix->values().data() : nullptr;
        Tensor result = inner(name);
        mixer.countProductFlops(2.0 * double(tokens()) * double(width) * double(block));
        mixer.rows(tokens(), 2 * width * block, [&](Index t) {
            float* sum = result.row(t);
            std::copy_n(bias, width, sum);
            for (Index i = 0; i < width; ++i) {
                const float number = c.row(t)[i];
                const float* row = weight + i * block;
                float* head = sum + i / block * block;
                for (Index o = 0; o < block; ++o)
                    head[o] += number * row[o];
            }
            kernels::best().sigmoid(sum, sum, width);
        });
        mixer.record(result);
        return result;
    }

    /// a [token, d_inner]; 0 where a text begins.
    Tensor decay(const Tensor& recurrentGate) const
    {
        const float* lambda = mixer.vectorWeight("lambda.weight", width, Init::Gain, kStartOfLambda);
        Tensor a = inner("decay");
        mixer.rows(tokens(), 16 * width, [&](Index t) {
            for (Index i = 0; i < width; ++i)
                a.row(t)[i] = begins(t) ? 0.f : std::exp(-kSharpness * recurrentGate.row(t)[i] * softplus(lambda[i]));
        });
        mixer.record(a);
        return a;
    }

    /// h [token, d_inner], from what enters; on in the cache.
    void recur(const Tensor& a, const Tensor& inputGate, const Tensor& c, Tensor& h) const
    {
        float* kept = in.cache && !mixer.planning() ? in.cache->state("mixer.state", width).data() : nullptr;
        mixer.rows(width, 8 * tokens(), [&](Index i) {
            float state = kept ? kept[i] : 0.f;
            for (Index t = 0; t < tokens(); ++t) {
                const float fade = a.row(t)[i];
                // 1 where a text begins. Little is left of the 1 where all is kept: the square has no error of its own.
                const auto share = float(std::sqrt(1.0 - std::min(1.0, double(fade) * fade)));
                state = fade * state + share * inputGate.row(t)[i] * c.row(t)[i];
                h.row(t)[i] = state;
            }
            if (kept)
                kept[i] = state;
        });
    }
};

/// The way back through the unit.
struct RecurrenceBack
{
    const BackScope& mixer;
    const MixerInput& in;
    Index width;
    Index tokens = in.x.rows();

    bool begins(Index t) const { return in.places.positions[std::size_t(t)] == 0; }

    /// Gradients of a, i and c from that of each h by itself; the recurrence carries them back.
    struct OfUnit
    {
        Tensor decay, inputGate, c;
    };
    void recur(const Tensor& dH, OfUnit& of) const
    {
        const Tensor &a = mixer.tape("decay"), &gate = mixer.tape("input_gate"), &c = mixer.tape("conv"), &h = mixer.tape("h");
        mixer.rows(width, 16 * tokens, [&](Index i) {
            double d = 0.0; // of the state after the token
            for (Index t = tokens - 1; t >= 0; --t) {
                d += double(dH.row(t)[i]);
                const double fade = double(a.row(t)[i]), share = std::sqrt(1.0 - std::min(1.0, fade * fade));
                const double open = double(gate.row(t)[i]), entering = double(c.row(t)[i]);
                const double before = t > 0 ? double(h.row(t - 1)[i]) : 0.0;
                of.decay.row(t)[i] = float(d * (before - (share > 0.0 ? fade / share * open * entering : 0.0)));
                of.inputGate.row(t)[i] = float(d * share * entering);
                of.c.row(t)[i] = float(d * share * open);
                d *= fade; // 0 where a text begins
            }
        });
    }

    /// Through log a = −8 · softplus(Λ) ∘ r: the gradient of r.
    Tensor throughDecay(const Tensor& dDecay) const
    {
        const Tensor &a = mixer.tape("decay"), &r = mixer.tape("recurrent_gate");
        const float* lambda = mixer.forward().vectorWeight("lambda.weight", width, Init::Gain, kStartOfLambda);
        float* dLambda = mixer.weightGradient("lambda.weight");
        Tensor dR = mixer.make(r);
        mixer.rows(width, 16 * tokens, [&](Index i) {
            const double rate = softplus(double(lambda[i]));
            double sum = 0.0;
            for (Index t = 0; t < tokens; ++t) {
                const double ofLog = begins(t) ? 0.0 : double(dDecay.row(t)[i]) * double(a.row(t)[i]) * -double(kSharpness);
                dR.row(t)[i] = float(ofLog * rate);
                sum += ofLog * double(r.row(t)[i]);
            }
            if (dLambda)
                dLambda[i] += float(sum / (1.0 + std::exp(-double(lambda[i]))));
        });
        return dR;
    }

    /// Through a gate: dC gains what it says.
    void throughGate(const char* name, const Tensor& dGate, Tensor& dC) const
    {
        mixer.record(name, dGate);
        const Tensor &gate = mixer.tape(name), &c = mixer.tape("conv");
        const BackScope place = mixer.child(name);
        const Index block = width / in.heads;
        const float* weight = place.forward().weight("weight", {width, block}, Init::Projection)->values().data();
        float* dWeight = place.weightGradient("weight");
        Tensor dSum = mixer.make(gate);
        mixer.rows(tokens, 2 * width * block, [&](Index t) {
            for (Index i = 0; i < width; ++i)
                dSum.row(t)[i] = dGate.row(t)[i] * gate.row(t)[i] * (1.f - gate.row(t)[i]);
            for (Index i = 0; i < width; ++i)
                for (Index o = 0; o < block; ++o)
                    dC.row(t)[i] += weight[i * block + o] * dSum.row(t)[i / block * block + o];
        });
        place.addToVector("bias", dSum);
        if (dWeight)
            mixer.rows(width, 2 * tokens * block, [&](Index i) {
                for (Index t = 0; t < tokens; ++t)
                    for (Index o = 0; o < block; ++o)
                        dWeight[i * block + o] += c.row(t)[i] * dSum.row(t)[i / block * block + o];
            });
    }
};

} // namespace

void GatedRecurrence::check(const BlockSizes& sizes) const
{
    if (const Index width = innerWidth(sizes.dModel); width % sizes.heads != 0)
        refuseChoice("sizes.heads", CUTAWAY_TR("does not divide the inner width of the recurrence"), divisorsOf(width),
            std::to_string(sizes.heads));
}

Tensor GatedRecurrence::run(const Scope& mixer, const MixerInput& in) const
{
    const Index width = innerWidth(in.dModel()), tokens = in.x.rows();
    const Recurrence unit{mixer, in, width};
    const Tensor pre = unit.projected("pre", "x"), gate = unit.projected("gate", "y");
    Tensor c = unit.inner("conv");
    causalConvolution(mixer, in, pre, {dConv, false}, c);
    mixer.record(c);
    const Tensor inputGate = unit.gate("input_gate", c), recurrentGate = unit.gate("recurrent_gate", c);
    const Tensor a = unit.decay(recurrentGate);

    Tensor h = unit.inner("h");
    unit.recur(a, inputGate, c, h);
    if (mixer.planning() || mixer.wants("state", Recording::OnRequest)) {
        Tensor states = mixer.make(
            "state", {axis::token, axis::head, axis::dState, axis::dHead}, {tokens, 1, 1, width}, Recording::OnRequest);
        mixer.rows(tokens, 2 * width, [&](Index t) { std::copy_n(h.row(t), width, states.data() + t * width); });
        mixer.record(states, Recording::OnRequest);
        if (mixer.intervenes("state"))
            mixer.rows(tokens, 2 * width, [&](Index t) { std::copy_n(states.data() + t * width, width, h.row(t)); });
    }
    mixer.record(h);
    // A channel: faded, added to, the root of its share (2 each), a product and a sum a tap; the gates are products.
    mixer.countAttentionFlops(double(tokens) * double(width) * (6.0 + 2.0 * double(dConv)));

    Tensor post = unit.inner("post"); // h ∘ act(gate)
    const Activation activation = boundActivation(in.activation, mixer);
    mixer.rows(tokens, 8 * width, [&](Index t) {
        applyActivation(activation, gate.row(t), post.row(t), width);
        kernels::best().multiply(post.row(t), h.row(t), post.row(t), width);
    });
    mixer.record(post);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("out", post, width, in.dModel(), true, out);
    mixer.record(out);
    return out;
}

Tensor GatedRecurrence::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const Index width = innerWidth(in.dModel());
    const RecurrenceBack unit{mixer, in, width};
    const Tensor &h = mixer.tape("h"), &gate = mixer.tape("gate"), &pre = mixer.tape("pre");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(h), dH = mixer.make(h), dGate = mixer.make(h);
    mixer.linear("out", mixer.tape("post"), dOut, true, dPost);
    mixer.record("post", dPost);
    const Activation activation = boundActivation(in.activation, mixer.forward());
    Tensor dActivated = mixer.make(h);
    mixer.rows(h.rows(), 16 * width, [&](Index t) {
        applyActivation(activation, gate.row(t), dH.row(t), width);
        kernels::best().multiply(dH.row(t), dPost.row(t), dH.row(t), width);
        kernels::best().multiply(h.row(t), dPost.row(t), dActivated.row(t), width);
    });
    activationBackward(activation, mixer, gate, dActivated, dGate);
    mixer.record("h", dH);
    if (const Tensor* state = mixer.find("state"))
        mixer.record("state", Tensor("state", state->axes(), state->shape(), dH.data(), dH.owner()));

    RecurrenceBack::OfUnit of{mixer.make(h), mixer.make(h), mixer.make(h)};
    unit.recur(dH, of);
    mixer.record("decay", of.decay);
    unit.throughGate("input_gate", of.inputGate, of.c);
    unit.throughGate("recurrent_gate", unit.throughDecay(of.decay), of.c);
    mixer.record("conv", of.c);
    const Tensor dPre = causalConvolutionBackward(mixer, in, pre, {dConv, false}, of.c);
    mixer.record("pre", dPre);
    mixer.record("gate", dGate);
    Tensor dX = mixer.zeros(in.x);
    mixer.linear("x", in.x, dPre, true, dX);
    mixer.linear("y", in.x, dGate, true, dX);
    return dX;
}

MixerForm GatedRecurrence::form(const BlockSizes& sizes) const
{
    static constexpr const char* reads[] = {"decay", "input_gate"};
    return {.values = "conv", .result = "h", .reads = reads, .lanes = innerWidth(sizes.dModel), .convolution = "conv.weight"};
}

MixerLane GatedRecurrence::lane(const MixerRecord& record, Index lane) const
{
    const Tensor &decay = *record.tensor("decay"), &gate = *record.tensor("input_gate");
    MixerLane result(decay.rows(), 1);
    result.read.setOnes();
    for (Index t = 0; t < decay.rows(); ++t) {
        const double a = double(decay.row(t)[lane]);
        result.decay(t, 0) = a;
        result.write(t, 0) = std::sqrt(1.0 - std::min(1.0, a * a)) * double(gate.row(t)[lane]);
    }
    return result;
}

} // namespace core
