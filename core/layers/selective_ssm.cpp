#include "core/layers/selective_ssm.h"

#include "core/base/kernels.h"
#include "core/base/softplus.h"
#include "core/layers/causal_convolution.h"
#include "core/layers/inner_norm.h"
#include "core/layers/passed_back.h"
#include "core/layers/state_space_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {

namespace {

constexpr Index kBundle = 32; // channels that sum up what they share before the others

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
            normInner(mixer.child(slot), sizes, part);
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

/// The same steps on the way back.
struct StateSpaceBack
{
    const BackScope& mixer;
    const MixerInput& in;
    const SelectiveSsm& sizes;
    Index width; // d_inner
    Index tokens = in.x.rows();
    Index states = sizes.dState;
    Index rank = sizes.stepRank(in.dModel());

    bool begins(Index t) const { return in.places.positions[std::size_t(t)] == 0; }

    /// Gradients of what the recurrence reads.
    struct OfSelected
    {
        Tensor c, step, b, read;
    };

    /// Through h_t = e^(Δ A) h_{t−1} + Δ B c and y = C · h + D ∘ c. The states are computed again, a channel at a time.
    void recur(const Tensor& dY, OfSelected& of) const
    {
        const Tensor &b = mixer.tape("b"), &read = mixer.tape("c");
        const Index bundles = (width + kBundle - 1) / kBundle, size = tokens * states;
        SharedSums sumB(bundles, size), sumRead(bundles, size);
        const Weights weights = weightsOf();
        mixer.rows(bundles, 24 * kBundle * size, [&](Index bundle) {
            std::vector<float> h(static_cast<std::size_t>(size));
            for (Index i = bundle * kBundle; i < std::min(width, (bundle + 1) * kBundle); ++i)
                channel(i, dY, weights, h, {b, read, sumB.of(bundle), sumRead.of(bundle), of});
        });
        sumB.addTo(of.b.data(), 0, bundles);
        sumRead.addTo(of.read.data(), 0, bundles);
    }

    struct Weights
    {
        const float *logA, *d;
        float *dLogA, *dD;
    };
    Weights weightsOf() const
    {
        const Scope forward = mixer.forward();
        return {forward.weight("a_log.weight", {width, states}, Init::Gain, kStartOfLogA)->values().data(),
            forward.vectorWeight("d.weight", width, Init::Gain, kStartOfD), mixer.weightGradient("a_log.weight"),
            mixer.weightGradient("d.weight")};
    }

    struct Shared
    {
        const Tensor &b, &read;
        float *sumB, *sumRead;
        OfSelected& of;
    };
    void channel(Index i, const Tensor& dY, const Weights& weights, std::vector<float>& h, const Shared& shared) const
    {
        const Tensor &c = mixer.tape("conv"), &step = mixer.tape("dt");
        std::vector<double> a(static_cast<std::size_t>(states)), d(static_cast<std::size_t>(states), 0.0), dA = d;
        for (Index n = 0; n < states; ++n)
            a[std::size_t(n)] = -std::exp(double(weights.logA[i * states + n]));
        const auto fade
            = [&](Index t, Index n) { return begins(t) ? 0.0 : std::exp(double(step.row(t)[i]) * a[std::size_t(n)]); };
        const auto at = [&](Index t, Index n) -> float& { return h[std::size_t(t * states + n)]; };
        for (Index t = 0; t < tokens; ++t)
            for (Index n = 0; n < states; ++n)
                at(t, n) = float((begins(t) ? 0.0 : fade(t, n) * double(at(t - 1, n)))
                    + double(step.row(t)[i] * c.row(t)[i]) * double(shared.b.row(t)[n]));

        double dD = 0.0;
        for (Index t = tokens - 1; t >= 0; --t) {
            const double dOut = double(dY.row(t)[i]), delta = double(step.row(t)[i]), entering = double(c.row(t)[i]);
            double dEntering = 0.0, dStep = 0.0; // of Δ · c, and of Δ in the exponent
            for (Index n = 0; n < states; ++n) {
                shared.sumRead[t * states + n] += float(dOut * double(at(t, n)));
                double& state = d[std::size_t(n)]; // of h_t
                state += dOut * double(shared.read.row(t)[n]);
                dEntering += state * double(shared.b.row(t)[n]);
                shared.sumB[t * states + n] += float(state * delta * entering);
                const double kept = fade(t, n), ofExponent = begins(t) ? 0.0 : state * kept * double(at(t - 1, n));
                dStep += ofExponent * a[std::size_t(n)];
                dA[std::size_t(n)] += ofExponent * delta;
                state *= kept;
            }
            dD += dOut * entering;
            shared.of.step.row(t)[i] = float(dStep + dEntering * entering);
            shared.of.c.row(t)[i] = float(dEntering * delta + dOut * double(weights.d[i]));
        }
        if (weights.dD)
            weights.dD[i] += float(dD);
        for (Index n = 0; weights.dLogA && n < states; ++n)
            weights.dLogA[i * states + n] += float(dA[std::size_t(n)] * a[std::size_t(n)]); // A = −e^logA
    }

    /// What y gains by each state, by itself [token, 1, d_state, d_inner].
    void recordStates(const Tensor& dY) const
    {
        const Tensor* state = mixer.find("state");
        if (!state || (!mixer.wants("state") && !isChanged(mixer, "state")))
            return;
        Tensor dState = mixer.make(*state);
        mixer.rows(tokens * states, width, [&](Index row) {
            const float read = mixer.tape("c").data()[row];
            for (Index i = 0; i < width; ++i)
                dState.data()[row * width + i] = read * dY.row(row / states)[i];
        });
        mixer.record("state", dState);
    }

    /// Columns of what Δ, B and C are read from, before their norms.
    Tensor columns(const Tensor& all, Index from, Index count) const
    {
        Tensor part = mixer.make({axis::token, axis::dState}, {tokens, count});
        copyColumns(mixer.forward(), all, from, part);
        return part;
    }

    /// Through what makes it selective: the gradient of c gains what Δ, B and C say.
    void throughSelection(OfSelected& of) const
    {
        const Tensor &c = mixer.tape("conv"), &step = mixer.tape("dt");
        const Index selected = rank + 2 * states;
        Tensor all = mixer.make({axis::token, axis::dState}, {tokens, selected}), dAll = mixer.make(all);
        mixer.forward().linear("x", c, width, selected, false, all);

        const Tensor raw = columns(all, 0, rank);
        Tensor low = mixer.make(raw), dLow = mixer.zeros(raw), dSum = mixer.make(step);
        std::copy_n(raw.data(), raw.size(), low.data());
        normInner(mixer.child("dt_norm").forward(), sizes, low);
        mixer.rows(tokens, 8 * width, [&](Index t) { // Δ = softplus(sum), whose slope is σ(sum) = 1 − e^−Δ
            for (Index i = 0; i < width; ++i)
                dSum.row(t)[i] = of.step.row(t)[i] * -std::expm1(-step.row(t)[i]);
        });
        mixer.linear("dt", low, dSum, true, dLow);
        normInnerBackward(mixer.child("dt_norm"), sizes, raw, dLow);
        normInnerBackward(mixer.child("b_norm"), sizes, columns(all, rank, states), of.b);
        normInnerBackward(mixer.child("c_norm"), sizes, columns(all, rank + states, states), of.read);
        setColumns(mixer, dLow, 0, dAll);
        setColumns(mixer, of.b, rank, dAll);
        setColumns(mixer, of.read, rank + states, dAll);
        mixer.linear("x", c, dAll, false, of.c);
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
    normInner(mixer.child("dt_norm"), *this, low);
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

Tensor SelectiveSsm::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const Index width = innerWidth(in.dModel());
    const StateSpaceBack space{mixer, in, *this, width};
    const Tensor &y = mixer.tape("y"), &gate = mixer.tape("gate"), &pre = mixer.tape("pre");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(y), dY = mixer.make(y), dGate = mixer.make(y);
    mixer.linear("out", mixer.tape("post"), dOut, bias, dPost);
    mixer.record("post", dPost);
    mixer.rows(y.rows(), 24 * width, [&](Index t) { // post = y ∘ silu(gate)
        for (Index i = 0; i < width; ++i) {
            const double open = double(gate.row(t)[i]), d = double(dPost.row(t)[i]);
            dY.row(t)[i] = float(d * Silu{}.value(open));
            dGate.row(t)[i] = float(d * double(y.row(t)[i]) * Silu{}.derivative(open));
        }
    });
    mixer.record("y", dY);
    space.recordStates(dY);

    StateSpaceBack::OfSelected of{mixer.make(y), mixer.make(y), mixer.zeros(mixer.tape("b")), mixer.zeros(mixer.tape("c"))};
    space.recur(dY, of);
    mixer.record("dt", of.step);
    mixer.record("b", of.b);
    mixer.record("c", of.read);
    space.throughSelection(of);
    mixer.record("conv", of.c);
    const Tensor dPre = causalConvolutionBackward(mixer, in, pre, {dConv, true}, of.c);
    mixer.record("pre", dPre);
    mixer.record("gate", dGate);

    Tensor dBoth = mixer.make({axis::token, axis::dInner}, {y.rows(), 2 * width}), dX = mixer.zeros(in.x);
    setColumns(mixer, dPre, 0, dBoth);
    setColumns(mixer, dGate, width, dBoth);
    mixer.linear("in", in.x, dBoth, bias, dX);
    return dX;
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
