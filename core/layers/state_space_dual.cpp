#include "core/layers/state_space_dual.h"

#include "core/base/softplus.h"
#include "core/layers/causal_convolution.h"
#include "core/layers/gated_norm.h"
#include "core/layers/passed_back.h"
#include "core/layers/state_space_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace core {

namespace {

struct Duality
{
    const Scope& mixer;
    const MixerInput& in;
    const StateSpaceDual& sizes;

    Index tokens() const { return in.x.rows(); }
    Index width() const { return in.heads * in.dHead; }
    Index selected() const { return sizes.groups * sizes.dState; } // numbers of B, and of C
    Index position(Index t) const { return in.places.positions[std::size_t(t)]; }
    Tensor inner(const char* name) const { return mixer.make(name, {axis::token, axis::dInner}, {tokens(), width()}); }

    /// Columns [from, from + part.columns()) of `whole`, recorded.
    void split(const Tensor& whole, Index from, Tensor& part) const
    {
        copyColumns(mixer, whole, from, part);
        mixer.record(part);
    }

    /// Δ [token, head] from the last columns of the projection.
    Tensor steps(const Tensor& all) const
    {
        Tensor step = mixer.make("step", {axis::token, axis::head}, {tokens(), in.heads});
        const float* bias = mixer.vectorWeight("dt.bias", in.heads, Init::Gain, kStartOfStepBias);
        mixer.rows(tokens(), 16 * in.heads, [&](Index t) {
            const float* from = all.row(t) + 2 * width() + 2 * selected();
            for (Index h = 0; h < in.heads; ++h) {
                const float free = std::max(softplus(from[h] + bias[h]), float(sizes.dtMin));
                step.row(t)[h] = sizes.dtMax > 0 ? std::min(free, float(sizes.dtMax)) : free;
            }
        });
        mixer.record(step);
        return step;
    }

    /// The numbers of the recurrence.
    struct Selected
    {
        const Tensor& x;    // [token, d_inner]
        const Tensor& step; // [token, head]
        const Tensor& b;    // [token, groups · d_state]
        const Tensor& read; // C, the same
        const float* logA;  // [head]
        const float* d;     // [head]
    };
    Index groupStart(Index head) const { return head / (in.heads / sizes.groups) * sizes.dState; }

    /// One head after the other; its state [d_state, d_head]. `states` [token, head, d_state, d_head] may be none.
    void recur(const Selected& of, Tensor& states, Tensor& y) const
    {
        const Index n = sizes.dState, p = in.dHead;
        float* kept
            = in.cache && !mixer.planning() ? in.cache->state("mixer.state", in.heads * n * p).data() : nullptr; // [head, …]
        mixer.rows(in.heads, 4 * tokens() * n * p, [&](Index head) {
            std::vector<float> h(std::size_t(n * p), 0.f);
            if (kept)
                std::copy_n(kept + head * n * p, n * p, h.data());
            for (Index t = 0; t < tokens(); ++t) {
                const float step = of.step.row(t)[head];
                const float fade = position(t) == 0 ? 0.f : std::exp(-step * std::exp(of.logA[head]));
                const float* x = of.x.row(t) + head * p;
                for (Index i = 0; i < n; ++i) {
                    const float entering = step * of.b.row(t)[groupStart(head) + i];
                    for (Index j = 0; j < p; ++j)
                        h[std::size_t(i * p + j)] = fade * h[std::size_t(i * p + j)] + entering * x[j];
                }
                if (states)
                    std::copy(h.begin(), h.end(), states.data() + (t * in.heads + head) * n * p);
                readState(of, t, head, h.data(), y);
            }
            if (kept)
                std::copy(h.begin(), h.end(), kept + head * n * p);
        });
    }

    /// y of a token and head from its state.
    void readState(const Selected& of, Index t, Index head, const float* h, Tensor& y) const
    {
        const Index n = sizes.dState, p = in.dHead;
        float* out = y.row(t) + head * p;
        for (Index j = 0; j < p; ++j)
            out[j] = of.d[head] * of.x.row(t)[head * p + j];
        for (Index i = 0; i < n; ++i) {
            const float share = of.read.row(t)[groupStart(head) + i];
            for (Index j = 0; j < p; ++j)
                out[j] += share * h[i * p + j];
        }
    }
};

/// The same steps on the way back.
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

void StateSpaceDual::check(const BlockSizes& sizes) const
{
    if (sizes.heads % groups != 0)
        refuseChoice("mixer.groups", CUTAWAY_TR("does not divide the heads"), divisorsOf(sizes.heads), std::to_string(groups));
}

Tensor StateSpaceDual::run(const Scope& mixer, const MixerInput& in) const
{
    const Duality dual{mixer, in, *this};
    const Index tokens = in.x.rows(), width = dual.width(), selected = dual.selected();

    Tensor all = mixer.make("all", {axis::token, axis::dInner}, {tokens, 2 * width + 2 * selected + in.heads}, Recording::Never);
    mixer.linear("in", in.x, in.dModel(), all.columns(), bias, all);
    Tensor gate = dual.inner("gate");
    dual.split(all, 0, gate);
    Tensor before = mixer.make("before", {axis::token, axis::dInner}, {tokens, width + 2 * selected}, Recording::Never);
    copyColumns(mixer, all, width, before);
    Tensor mixed = mixer.make("mixed", before.axes(), before.shape(), Recording::Never);
    causalConvolution(mixer, in, before, {dConv, true}, mixed);
    Tensor x = dual.inner("conv");
    Tensor b = mixer.make("b", {axis::token, axis::dState}, {tokens, selected});
    Tensor read = mixer.make("c", {axis::token, axis::dState}, {tokens, selected});
    dual.split(mixed, 0, x);
    dual.split(mixed, width, b);
    dual.split(mixed, width + selected, read);
    const Tensor step = dual.steps(all);

    const Duality::Selected of{x, step, b, read, mixer.vectorWeight("a_log.weight", in.heads, Init::Gain, kStartOfLogA),
        mixer.vectorWeight("d.weight", in.heads, Init::Gain, kStartOfD)};
    Tensor states;
    if (mixer.planning() || mixer.wants("state", Recording::OnRequest))
        states = mixer.make("state", {axis::token, axis::head, axis::dState, axis::dHead}, {tokens, in.heads, dState, in.dHead},
            Recording::OnRequest);
    Tensor y = dual.inner("y");
    dual.recur(of, states, y);
    if (states)
        mixer.record(states, Recording::OnRequest);
    if (states && mixer.intervenes("state")) // y again from states that were replaced
        mixer.rows(tokens * in.heads, 2 * dState * in.dHead,
            [&](Index i) { dual.readState(of, i / in.heads, i % in.heads, states.data() + i * dState * in.dHead, y); });
    // A number of the state: faded, added to, read (2 each); the convolution: a product and a sum a tap.
    mixer.countAttentionFlops(
        double(tokens) * (6.0 * double(width) * double(dState) + 2.0 * double(dConv) * double(before.columns())));
    mixer.record(y);

    Tensor post = dual.inner("post");
    gatedNorm(mixer.child("norm"), y, gate, {width / groups, in.eps}, post);
    mixer.record(post);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("out", post, width, in.dModel(), bias, out);
    mixer.record(out);
    return out;
}

Tensor StateSpaceDual::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const DualityBack dual{mixer, in, *this};
    const Index width = dual.width, selected = dual.selected, tokens = dual.tokens;
    const Tensor &y = mixer.tape("y"), &b = mixer.tape("b");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(y), dGate = mixer.make(y);
    mixer.linear("out", mixer.tape("post"), dOut, bias, dPost);
    mixer.record("post", dPost);
    const Tensor dY = gatedNormBackward(mixer.child("norm"), {y, mixer.tape("gate"), {width / groups, in.eps}}, dPost, dGate);
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

MixerForm StateSpaceDual::form(const BlockSizes& sizes) const
{
    static constexpr const char* reads[] = {"step", "b", "c"};
    return {.values = "conv",
        .result = "y",
        .reads = reads,
        .lanes = sizes.heads,
        .width = sizes.dHead,
        .states = dState,
        .areHeads = true,
        .convolution = "conv.weight"};
}

MixerLane StateSpaceDual::lane(const MixerRecord& record, Index lane) const
{
    const Tensor &step = *record.tensor("step"), &b = *record.tensor("b"), &c = *record.tensor("c");
    const Index first = lane / (record.heads / groups) * dState; // of its group
    const double a = -std::exp(double(record.weight("a_log.weight")[lane]));
    MixerLane result(step.rows(), dState);
    for (Index t = 0; t < step.rows(); ++t) {
        const double delta = double(step.row(t)[lane]);
        for (Index n = 0; n < dState; ++n) {
            result.decay(t, n) = std::exp(delta * a);
            result.write(t, n) = delta * double(b.row(t)[first + n]);
            result.read(t, n) = double(c.row(t)[first + n]);
        }
        result.own[std::size_t(t)] = double(record.weight("d.weight")[lane]);
    }
    return result;
}

} // namespace core
