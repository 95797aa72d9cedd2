// The way back through the selective state space (selective_ssm.h).

#include "core/layers/selective_ssm.h"

#include "core/base/kernels.h"
#include "core/layers/causal_convolution.h"
#include "core/layers/norm.h"
#include "core/layers/passed_back.h"
#include "core/layers/state_space_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {

namespace {

constexpr Index kBundle = 32; // channels that sum up what they share before the others

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

    /// Through the norm inside of Δ, B or C before it; `x` is what was normalised, d becomes its gradient.
    void throughInner(const char* slot, const Tensor& x, Tensor& d) const
    {
        if (sizes.innerNorm == InnerNorm::None)
            return;
        const BackScope norm = mixer.child(slot);
        const Index count = x.columns();
        const float* gain
            = sizes.innerNorm == InnerNorm::Rms ? norm.forward().vectorWeight("weight", count, Init::Gain) : nullptr;
        Tensor normalized = mixer.make(x), dx = mixer.make(x);
        mixer.rows(tokens, 8 * count, [&](Index t) {
            const auto scale = float(std::sqrt(kernels::best().meanSquare(x.row(t), count) + sizes.innerEps));
            for (Index i = 0; i < count; ++i) {
                normalized.row(t)[i] = x.row(t)[i] / scale;
                dx.row(t)[i] = d.row(t)[i] * (gain ? gain[i] : 1.f);
            }
            throughStatistics({.values = normalized.row(t), .gradient = dx.row(t), .count = count, .scale = scale}, dx.row(t));
        });
        if (gain)
            norm.addToVector("weight", d, &normalized);
        d = dx;
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
        normInner(low);
        mixer.rows(tokens, 8 * width, [&](Index t) { // Δ = softplus(sum), whose slope is σ(sum) = 1 − e^−Δ
            for (Index i = 0; i < width; ++i)
                dSum.row(t)[i] = of.step.row(t)[i] * -std::expm1(-step.row(t)[i]);
        });
        mixer.linear("dt", low, dSum, true, dLow);
        throughInner("dt_norm", raw, dLow);
        throughInner("b_norm", columns(all, rank, states), of.b);
        throughInner("c_norm", columns(all, rank + states, states), of.read);
        setColumns(mixer, dLow, 0, dAll);
        setColumns(mixer, of.b, rank, dAll);
        setColumns(mixer, of.read, rank + states, dAll);
        mixer.linear("x", c, dAll, false, of.c);
    }

    /// The norm of Δ's low-rank numbers, in place.
    void normInner(Tensor& low) const
    {
        if (sizes.innerNorm == InnerNorm::None)
            return;
        const float* gain = sizes.innerNorm == InnerNorm::Rms
            ? mixer.child("dt_norm").forward().vectorWeight("weight", rank, Init::Gain)
            : nullptr;
        mixer.rows(tokens, 4 * rank, [&](Index t) {
            const auto factor = float(1.0 / std::sqrt(kernels::best().meanSquare(low.row(t), rank) + sizes.innerEps));
            for (Index i = 0; i < rank; ++i)
                low.row(t)[i] *= gain ? factor * gain[i] : factor;
        });
    }
};

} // namespace

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

} // namespace core
