// The way back through state space duality (state_space_dual.h).

#include "core/layers/state_space_dual.h"

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

struct DualityBack
{
    const BackScope& mixer;
    const MixerInput& in;
    const StateSpaceDual& sizes;
    Index tokens = in.x.rows();
    Index width = in.heads * in.dHead;
    Index selected = sizes.groups * sizes.dState;

    bool begins(Index t) const { return in.places.positions[std::size_t(t)] == 0; }
    Index groupStart(Index head) const { return head / (in.heads / sizes.groups) * sizes.dState; }

    /// Through post = RMSNorm(y ∘ silu(gate)) · gain, group by group: the gradient of y; dGate is written.
    Tensor throughGate(const Tensor& dPost, Tensor& dGate) const
    {
        const Tensor &y = mixer.tape("y"), &gate = mixer.tape("gate");
        const BackScope norm = mixer.child("norm");
        const float* gain = norm.forward().vectorWeight("weight", width, Init::Gain);
        const Index group = width / sizes.groups;
        Tensor normalized = mixer.make(y), dY = mixer.make(y);
        mixer.rows(tokens, 32 * width, [&](Index t) {
            float *product = normalized.row(t), *d = dY.row(t);
            for (Index i = 0; i < width; ++i) {
                product[i] = y.row(t)[i] * float(Silu{}.value(double(gate.row(t)[i])));
                d[i] = dPost.row(t)[i] * gain[i];
            }
            for (Index first = 0; first < width; first += group) {
                const auto scale = float(std::sqrt(kernels::best().meanSquare(product + first, group) + in.eps));
                kernels::best().scale(product + first, 1.f / scale, product + first, group);
                throughStatistics({.values = product + first, .gradient = d + first, .count = group, .scale = scale}, d + first);
            }
            for (Index i = 0; i < width; ++i) {
                const double open = double(gate.row(t)[i]), ofProduct = double(d[i]);
                dGate.row(t)[i] = float(ofProduct * double(y.row(t)[i]) * Silu{}.derivative(open));
                d[i] = float(ofProduct * Silu{}.value(open));
            }
        });
        norm.addToVector("weight", dPost, &normalized);
        return dY;
    }

    /// Gradients of what the recurrence reads: of x, step, B and C.
    struct OfSelected
    {
        Tensor x, step, b, read;
    };

    struct HeadSums
    {
        float *b, *read; // [token, d_state] of the head
        OfSelected& of;
    };

    /// One head: its states are computed again.
    void head(Index head, const Tensor& dY, const HeadSums& sums) const
    {
        const Tensor &x = mixer.tape("conv"), &step = mixer.tape("step"), &b = mixer.tape("b"), &read = mixer.tape("c");
        const Scope forward = mixer.forward();
        const double a = -std::exp(double(forward.vectorWeight("a_log.weight", in.heads, Init::Gain, kStartOfLogA)[head]));
        const double skip = double(forward.vectorWeight("d.weight", in.heads, Init::Gain, kStartOfD)[head]);
        const Index n = sizes.dState, p = in.dHead, start = groupStart(head);
        std::vector<float> h(std::size_t(tokens * n * p));
        const auto fade = [&](Index t) { return begins(t) ? 0.0 : std::exp(double(step.row(t)[head]) * a); };
        const auto at = [&](Index t) { return h.data() + t * n * p; };
        for (Index t = 0; t < tokens; ++t) {
            const auto kept = float(fade(t));
            for (Index i = 0; i < n; ++i) {
                const float entering = step.row(t)[head] * b.row(t)[start + i];
                for (Index j = 0; j < p; ++j)
                    at(t)[i * p + j] = (begins(t) ? 0.f : kept * at(t - 1)[i * p + j]) + entering * x.row(t)[head * p + j];
            }
        }

        std::vector<double> d(std::size_t(n * p), 0.0); // of the state
        double dA = 0.0, dSkip = 0.0;
        for (Index t = tokens - 1; t >= 0; --t) {
            const float *dOut = dY.row(t) + head * p, *from = x.row(t) + head * p;
            const double delta = double(step.row(t)[head]), kept = fade(t);
            double dStep = 0.0;
            std::vector<double> dFrom(static_cast<std::size_t>(p));
            for (Index j = 0; j < p; ++j) {
                dFrom[std::size_t(j)] = skip * double(dOut[j]);
                dSkip += double(dOut[j]) * double(from[j]);
            }
            for (Index i = 0; i < n; ++i) {
                const double write = double(b.row(t)[start + i]), look = double(read.row(t)[start + i]);
                double ofRead = 0.0, ofWrite = 0.0, ofFade = 0.0;
                for (Index j = 0; j < p; ++j) {
                    double& state = d[std::size_t(i * p + j)];
                    ofRead += double(dOut[j]) * double(at(t)[i * p + j]);
                    state += double(dOut[j]) * look;
                    ofWrite += state * double(from[j]);
                    dFrom[std::size_t(j)] += state * delta * write;
                    ofFade += begins(t) ? 0.0 : state * double(at(t - 1)[i * p + j]);
                    state *= kept;
                }
                sums.read[t * n + i] = float(ofRead);
                sums.b[t * n + i] = float(ofWrite * delta);
                dStep += ofWrite * write + ofFade * kept * a;
                dA += ofFade * kept * delta;
            }
            sums.of.step.row(t)[head] = float(dStep);
            for (Index j = 0; j < p; ++j)
                sums.of.x.row(t)[head * p + j] = float(dFrom[std::size_t(j)]);
        }
        if (float* gradient = mixer.weightGradient("a_log.weight"))
            gradient[head] += float(dA * a); // A = −e^logA
        if (float* gradient = mixer.weightGradient("d.weight"))
            gradient[head] += float(dSkip);
    }

    void recur(const Tensor& dY, OfSelected& of) const
    {
        const Index n = sizes.dState, size = tokens * n, perGroup = in.heads / sizes.groups;
        SharedSums sumB(in.heads, size), sumRead(in.heads, size);
        mixer.rows(in.heads, 24 * size * in.dHead, [&](Index h) { head(h, dY, {sumB.of(h), sumRead.of(h), of}); });
        Tensor ofGroup = mixer.make({axis::token, axis::dState}, {tokens, n});
        const auto gather = [&](const SharedSums& sums, Tensor& whole) {
            for (Index group = 0; group < sizes.groups; ++group) {
                std::fill_n(ofGroup.data(), size, 0.f);
                sums.addTo(ofGroup.data(), group * perGroup, perGroup);
                setColumns(mixer, ofGroup, group * n, whole);
            }
        };
        gather(sumB, of.b);
        gather(sumRead, of.read);
    }

    /// What y gains by each state, by itself [token, head, d_state, d_head].
    void recordStates(const Tensor& dY) const
    {
        const Tensor* state = mixer.find("state");
        if (!state || (!mixer.wants("state") && !isChanged(mixer, "state")))
            return;
        Tensor dState = mixer.make(*state);
        mixer.rows(tokens * in.heads, sizes.dState * in.dHead, [&](Index i) {
            const Index t = i / in.heads, head = i % in.heads;
            for (Index n = 0; n < sizes.dState; ++n)
                for (Index j = 0; j < in.dHead; ++j)
                    dState.data()[(i * sizes.dState + n) * in.dHead + j]
                        = mixer.tape("c").row(t)[groupStart(head) + n] * dY.row(t)[head * in.dHead + j];
        });
        mixer.record("state", dState);
    }

    /// Through Δ = softplus(dt + bias) within its bounds, into the last columns of dAll; at a bound nothing goes through.
    void throughSteps(const Tensor& dStep, Tensor& dAll) const
    {
        const Tensor& step = mixer.tape("step");
        Tensor dSum = mixer.make(step);
        for (Index t = 0; t < tokens; ++t)
            for (Index head = 0; head < in.heads; ++head) {
                const float of = step.row(t)[head];
                const bool isFree = of > float(sizes.dtMin) && (sizes.dtMax <= 0 || of < float(sizes.dtMax));
                dSum.row(t)[head] = isFree ? dStep.row(t)[head] * -std::expm1(-of) : 0.f;
            }
        mixer.addToVector("dt.bias", dSum);
        setColumns(mixer, dSum, 2 * width + 2 * selected, dAll);
    }
};

} // namespace

Tensor StateSpaceDual::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const DualityBack dual{mixer, in, *this};
    const Index width = dual.width, selected = dual.selected, tokens = dual.tokens;
    const Tensor &y = mixer.tape("y"), &b = mixer.tape("b");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(y), dGate = mixer.make(y);
    mixer.linear("out", mixer.tape("post"), dOut, bias, dPost);
    mixer.record("post", dPost);
    const Tensor dY = dual.throughGate(dPost, dGate);
    mixer.record("y", dY);
    dual.recordStates(dY);

    DualityBack::OfSelected of{mixer.make(y), mixer.make(mixer.tape("step")), mixer.make(b), mixer.make(b)};
    dual.recur(dY, of);
    mixer.record("conv", of.x);
    mixer.record("b", of.b);
    mixer.record("c", of.read);
    mixer.record("step", of.step);
    mixer.record("gate", dGate);

    // The projection once more, for what the convolution read.
    Tensor all = mixer.make({axis::token, axis::dInner}, {tokens, 2 * width + 2 * selected + in.heads}), dAll = mixer.make(all);
    mixer.forward().linear("in", in.x, in.dModel(), all.columns(), bias, all);
    Tensor before = mixer.make({axis::token, axis::dInner}, {tokens, width + 2 * selected}), dMixed = mixer.make(before);
    copyColumns(mixer.forward(), all, width, before);
    setColumns(mixer, of.x, 0, dMixed);
    setColumns(mixer, of.b, width, dMixed);
    setColumns(mixer, of.read, width + selected, dMixed);
    setColumns(mixer, dGate, 0, dAll);
    setColumns(mixer, causalConvolutionBackward(mixer, in, before, {dConv, true}, dMixed), width, dAll);
    dual.throughSteps(of.step, dAll);
    Tensor dX = mixer.zeros(in.x);
    mixer.linear("in", in.x, dAll, bias, dX);
    return dX;
}

} // namespace core
