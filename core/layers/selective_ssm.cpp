#include "core/layers/selective_ssm.h"

#include "core/base/kernels.h"
#include "core/base/softplus.h"
#include "core/layers/causal_convolution.h"
#include "core/layers/state_space_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {

namespace {

struct StateSpace
{
    const Scope& mixer;
    const MixerInput& in;
    const SelectiveSsm& sizes;
    Index width; // d_inner

    Index tokens() const { return in.x.rows(); }
    Index position(Index t) const { return in.places.positions[std::size_t(t)]; }
    Index stepRank() const { return sizes.stepRank(in.dModel()); }
    float* kept(const char* name, Index size) const
    {
        return in.cache && !mixer.planning() ? in.cache->state(name, size).data() : nullptr;
    }
    Tensor inner(const char* name) const { return mixer.make(name, {axis::token, axis::dInner}, {tokens(), width}); }

    /// Columns from `from` on, normalised where there is such a norm, recorded.
    void split(const Tensor& whole, Index from, Tensor& part, const char* slot = nullptr) const
    {
        copyColumns(mixer, whole, from, part);
        if (slot)
            normInner(slot, part);
        mixer.record(part);
    }

    /// c = silu(causal convolution of each channel + bias).
    Tensor convolved(const Tensor& pre) const
    {
        Tensor result = inner("conv");
        causalConvolution(mixer, in, pre, {sizes.dConv, true}, result);
        mixer.record(result);
        return result;
    }

    /// x / √(mean x² + eps) · gain, in place; nothing without such a norm.
    void normInner(const char* slot, Tensor& x) const
    {
        if (sizes.innerNorm == InnerNorm::None)
            return;
        const bool hasGain = sizes.innerNorm == InnerNorm::Rms;
        const float* gain = hasGain ? mixer.child(slot).vectorWeight("weight", x.columns(), Init::Gain) : nullptr;
        mixer.rows(tokens(), 4 * x.columns(), [&](Index t) {
            float* row = x.row(t);
            const auto factor = float(1.0 / std::sqrt(kernels::best().meanSquare(row, x.columns()) + sizes.innerEps));
            for (Index i = 0; i < x.columns(); ++i)
                row[i] *= gain ? factor * gain[i] : factor;
        });
    }

    /// The numbers of the recurrence.
    struct Selected
    {
        const Tensor& c; // [token, d_inner], what enters
        const Tensor& step; // Δ [token, d_inner]
        const Tensor& b; // [token, d_state]
        const Tensor& read; // C [token, d_state]
        const float* logA; // [d_inner, d_state]
        const float* d; // [d_inner]
    };

    /// Algorithm 2 with Ā = exp(ΔA), B̄ = ΔB; a channel after the other. `states` [token, 1, d_state, d_inner] may be none.
    void recur(const Selected& of, Tensor& states, Tensor& y) const
    {
        const Index count = sizes.dState;
        float* last = kept("mixer.state", width * count); // [d_inner, d_state]
        mixer.rows(width, 8 * tokens() * count, [&](Index i) {
            std::vector<float> h(std::size_t(count), 0.f), a(std::size_t(count), 0.f);
            for (Index n = 0; n < count; ++n) {
                a[std::size_t(n)] = -std::exp(of.logA[i * count + n]);
                h[std::size_t(n)] = last ? last[i * count + n] : 0.f;
            }
            for (Index t = 0; t < tokens(); ++t) {
                const float step = of.step.row(t)[i], entering = step * of.c.row(t)[i];
                float sum = of.d[i] * of.c.row(t)[i];
                for (Index n = 0; n < count; ++n) {
                    float& number = h[std::size_t(n)];
                    const float before = position(t) == 0 ? 0.f : number;
                    number = std::exp(step * a[std::size_t(n)]) * before + entering * of.b.row(t)[n];
                    sum += of.read.row(t)[n] * number;
                    if (states)
                        states.data()[(t * count + n) * width + i] = number;
                }
                y.row(t)[i] = sum;
            }
            if (last)
                std::copy(h.begin(), h.end(), last + i * count);
        });
    }

    /// y again from states that an intervention may have replaced.
    void readStates(const Selected& of, const Tensor& states, Tensor& y) const
    {
        const Index count = sizes.dState;
        mixer.rows(tokens(), 2 * width * count, [&](Index t) {
            kernels::best().multiply(of.d, of.c.row(t), y.row(t), width);
            for (Index n = 0; n < count; ++n) {
                const float* h = states.data() + (t * count + n) * width;
                for (Index i = 0; i < width; ++i)
                    y.row(t)[i] += of.read.row(t)[n] * h[i];
            }
        });
    }
};

} // namespace

Tensor SelectiveSsm::run(const Scope& mixer, const MixerInput& in) const
{
    const Index width = innerWidth(in.dModel()), tokens = in.x.rows();
    const StateSpace space{mixer, in, *this, width};
    const Index rank = space.stepRank(), selected = rank + 2 * dState;

    Tensor both = mixer.make("both", {axis::token, axis::dInner}, {tokens, 2 * width}, Recording::Never);
    mixer.linear("in", in.x, in.dModel(), 2 * width, bias, both);
    Tensor pre = space.inner("pre"), gate = space.inner("gate");
    space.split(both, 0, pre);
    space.split(both, width, gate);
    const Tensor c = space.convolved(pre);

    // What makes it selective (§3.2): Δ, B and C of each token from the token.
    Tensor all = mixer.make("selected", {axis::token, axis::dState}, {tokens, selected}, Recording::Never);
    mixer.linear("x", c, width, selected, false, all);
    Tensor low = mixer.make("dt_low", {axis::token, axis::rank}, {tokens, rank}, Recording::Never);
    Tensor b = mixer.make("b", {axis::token, axis::dState}, {tokens, dState});
    Tensor read = mixer.make("c", {axis::token, axis::dState}, {tokens, dState});
    copyColumns(mixer, all, 0, low);
    space.normInner("dt_norm", low);
    space.split(all, rank, b, "b_norm");
    space.split(all, rank + dState, read, "c_norm");
    Tensor step = space.inner("dt");
    const WeightTensor* stepWeight = mixer.weight("dt.weight", {width, rank}, Init::Projection);
    const float* stepBias = mixer.vectorWeight("dt.bias", width, Init::Gain, kStartOfStepBias);
    mixer.multiply(stepWeight, stepBias, low, rank, width, step);
    mixer.rows(
        tokens, 16 * width, [&](Index t) { std::transform(step.row(t), step.row(t) + width, step.row(t), softplus<float>); });
    mixer.record(step);

    const WeightTensor* logA = mixer.weight("a_log.weight", {width, dState}, Init::Gain, kStartOfLogA);
    const float* d = mixer.vectorWeight("d.weight", width, Init::Gain, kStartOfD);
    const StateSpace::Selected of{c, step, b, read, logA ? logA->values().data() : nullptr, d};
    Tensor states;
    if (mixer.planning() || mixer.wants("state", Recording::OnRequest))
        states = mixer.make(
            "state", {axis::token, axis::head, axis::dState, axis::dHead}, {tokens, 1, dState, width}, Recording::OnRequest);
    Tensor y = space.inner("y");
    space.recur(of, states, y);
    if (states)
        mixer.record(states, Recording::OnRequest);
    if (states && mixer.intervenes("state"))
        space.readStates(of, states, y);
    // A number of the state: Δ·A, faded, added to (2), read (2); the convolution: a product and a sum a tap.
    mixer.countAttentionFlops(double(tokens * width) * (6.0 * double(dState) + 2.0 * double(dConv)));
    mixer.record(y);

    Tensor post = space.inner("post"); // y ∘ silu(gate)
    mixer.rows(tokens, 8 * width, [&](Index t) {
        kernels::best().swish(gate.row(t), 1.f, post.row(t), width);
        kernels::best().multiply(post.row(t), y.row(t), post.row(t), width);
    });
    mixer.record(post);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("out", post, width, in.dModel(), bias, out);
    mixer.record(out);
    return out;
}

MixerForm SelectiveSsm::form(const BlockSizes& sizes) const
{
    static constexpr const char* reads[] = {"dt", "b", "c"};
    return {.values = "conv",
        .result = "y",
        .reads = reads,
        .lanes = innerWidth(sizes.dModel),
        .states = dState,
        .convolution = "conv.weight"};
}

MixerLane SelectiveSsm::lane(const MixerRecord& record, Index lane) const
{
    const Tensor &step = *record.tensor("dt"), &b = *record.tensor("b"), &c = *record.tensor("c");
    const float *logA = record.weight("a_log.weight") + lane * dState, *d = record.weight("d.weight");
    MixerLane result(step.rows(), dState);
    for (Index t = 0; t < step.rows(); ++t) {
        const double delta = double(step.row(t)[lane]);
        for (Index n = 0; n < dState; ++n) {
            result.decay(t, n) = std::exp(-delta * std::exp(double(logA[n])));
            result.write(t, n) = delta * double(b.row(t)[n]);
            result.read(t, n) = double(c.row(t)[n]);
        }
        result.own[std::size_t(t)] = double(d[lane]);
    }
    return result;
}

} // namespace core
