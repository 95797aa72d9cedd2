#include "core/layers/state_space_dual.h"

#include "core/base/kernels.h"
#include "core/base/softplus.h"
#include "core/layers/causal_convolution.h"
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

    /// post = RMSNorm(y ∘ silu(gate)), each group of channels by itself.
    Tensor gated(const Tensor& y, const Tensor& gate) const
    {
        Tensor post = inner("post");
        const float* gain = mixer.child("norm").vectorWeight("weight", width(), Init::Gain);
        const Index group = width() / sizes.groups;
        mixer.rows(tokens(), 12 * width(), [&](Index t) {
            float* row = post.row(t);
            kernels::best().swish(gate.row(t), 1.f, row, width());
            kernels::best().multiply(row, y.row(t), row, width());
            for (Index first = 0; first < width(); first += group) {
                const auto factor = float(1.0 / std::sqrt(kernels::best().meanSquare(row + first, group) + in.eps));
                for (Index i = first; i < first + group; ++i)
                    row[i] *= factor * gain[i];
            }
        });
        mixer.record(post);
        return post;
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

    const Tensor post = dual.gated(y, gate);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("out", post, width, in.dModel(), bias, out);
    mixer.record(out);
    return out;
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
