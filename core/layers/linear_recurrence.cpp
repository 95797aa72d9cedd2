#include "core/layers/linear_recurrence.h"

#include "core/base/kernels.h"
#include "core/layers/mixer.h"
#include "core/layers/token_shift.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

// Where a model without a file starts: u as the paper (log 0.3 before its zigzag over channels), the decay from within the
// paper's −5 … 3 such that a token is half forgotten after 14. Numerator and denominator share every weight, so nothing explodes.
constexpr float kStartOfDecay = -3.f;
constexpr float kStartOfFirst = -1.2039728f;

/// Both sums of eq. 16, divided by e^top so that no exponential overflows (appendix D of the paper).
struct Sums
{
    float numerator = 0.f;
    float denominator = 0.f;
    float top = -std::numeric_limits<float>::infinity(); // the largest exponent in the sums; −∞ of an empty sum

    /// The sums with one more term e^exponent · v, all terms before faded by e^fade.
    Sums with(float fade, float exponent, float v) const
    {
        const float next = std::max(top + fade, exponent);
        const float old = std::exp(top + fade - next), fresh = std::exp(exponent - next);
        return {old * numerator + fresh * v, old * denominator + fresh, next};
    }
};

constexpr Index kRows = 3; // of the state: numerator, denominator, top

Sums read(const float* state, Index channel, Index width)
{
    return {state[channel], state[width + channel], state[2 * width + channel]};
}
void write(const Sums& sums, float* state, Index channel, Index width)
{
    state[channel] = sums.numerator;
    state[width + channel] = sums.denominator;
    state[2 * width + channel] = sums.top;
}

struct TimeMixing
{
    const Scope& mixer;
    const MixerInput& in;
    Index width; // d_inner

    Index tokens() const { return in.x.rows(); }

    /// k, v or r of the shifted token, [token, d_inner] (eq. 11–13).
    Tensor project(const TokenShift& shift, const char* name, const char* mix) const
    {
        Tensor result = mixer.make(name, {axis::token, axis::dInner}, {tokens(), width});
        mixer.linear(name, shift.mixed(mix), in.dModel(), width, false, result);
        mixer.record(result);
        return result;
    }

    /// The states after each token, [token, 1, 3, d_inner]; and on in the cache.
    void recur(const Tensor& k, const Tensor& v, const float* decay, Tensor& states) const
    {
        float* kept = in.cache ? in.cache->state("mixer.sums", kRows * width).data() : nullptr;
        mixer.rows(width, 16 * tokens(), [&](Index i) {
            const float w = -std::exp(decay[i]);
            Sums sums = startOf(kept, i);
            for (Index t = 0; t < tokens(); ++t) {
                sums = (begins(t) ? Sums() : sums).with(w, k.row(t)[i], v.row(t)[i]);
                write(sums, states.data() + t * kRows * width, i, width);
            }
        });
    }

    /// wkv from the sums over all tokens before (eq. 16).
    void mix(const Tensor& k, const Tensor& v, const float* decay, const float* first, const Tensor& states, Tensor& wkv) const
    {
        float* kept = in.cache && !mixer.planning() ? in.cache->state("mixer.sums", kRows * width).data() : nullptr;
        mixer.rows(width, 16 * tokens(), [&](Index i) {
            const float w = -std::exp(decay[i]);
            Sums sums = startOf(kept, i);
            for (Index t = 0; t < tokens(); ++t) {
                if (begins(t))
                    sums = Sums();
                const float exponent = k.row(t)[i], value = v.row(t)[i];
                const Sums withThis = sums.with(0.f, first[i] + exponent, value);
                wkv.row(t)[i] = withThis.numerator / withThis.denominator;
                // Where states are shown they are what is read, so that a replaced one acts.
                sums = states ? read(states.data() + t * kRows * width, i, width) : sums.with(w, exponent, value);
            }
            if (kept)
                write(sums, kept, i, width);
        });
    }

    bool begins(Index t) const { return in.places.positions[std::size_t(t)] == 0; }
    Sums startOf(const float* kept, Index channel) const { return kept && !begins(0) ? read(kept, channel, width) : Sums(); }
};

} // namespace

Tensor LinearRecurrence::run(const Scope& mixer, const MixerInput& in) const
{
    const Index width = innerWidth(in.dModel()), tokens = in.x.rows();
    const TimeMixing time{mixer, in, width};
    const TokenShift shift(mixer, in.x, in.places, in.cache, "mixer.x_prev");
    const Tensor k = time.project(shift, "k", "mix_k");
    const Tensor v = time.project(shift, "v", "mix_v");
    const Tensor r = time.project(shift, "r", "mix_r");
    shift.remember();

    const float* decay = mixer.vectorWeight("decay.weight", width, Init::Gain, kStartOfDecay);
    const float* first = mixer.vectorWeight("first.weight", width, Init::Gain, kStartOfFirst);
    Tensor states;
    if (mixer.planning() || mixer.wants("state", Recording::OnRequest)) {
        states = mixer.make(
            "state", {axis::token, axis::head, axis::dState, axis::dHead}, {tokens, 1, kRows, width}, Recording::OnRequest);
        time.recur(k, v, decay, states);
        mixer.record(states, Recording::OnRequest);
    }
    Tensor wkv = mixer.make("wkv", k.axes(), k.shape());
    time.mix(k, v, decay, first, states, wkv);
    mixer.countAttentionFlops(10.0 * double(tokens) * double(width)); // two sums, each faded and added to twice, and a quotient
    mixer.record(wkv);

    // Eq. 17: out = W_o (σ(r) ∘ wkv)
    Tensor post = mixer.make("post", k.axes(), k.shape());
    mixer.rows(tokens, 8 * width, [&](Index t) {
        kernels::best().sigmoid(r.row(t), post.row(t), width);
        kernels::best().multiply(post.row(t), wkv.row(t), post.row(t), width);
    });
    mixer.record(post);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("o", post, width, in.dModel(), false, out);
    mixer.record(out);
    return out;
}

MixerForm LinearRecurrence::form(const BlockSizes& sizes) const
{
    static constexpr const char* reads[] = {"k"};
    static constexpr const char* shifts[] = {"mix_k.weight", "mix_v.weight", "mix_r.weight"};
    return {.values = "v", .result = "wkv", .reads = reads, .lanes = innerWidth(sizes.dModel), .isMean = true, .shifts = shifts};
}

MixerLane LinearRecurrence::lane(const MixerRecord& record, Index lane) const
{
    const Tensor& k = *record.tensor("k");
    const double fade = std::exp(-std::exp(double(record.weight("decay.weight")[lane])));
    const double first = double(record.weight("first.weight")[lane]);
    double top = -std::numeric_limits<double>::infinity(); // numerator and denominator are both divided by e^top
    for (Index t = 0; t < k.rows(); ++t)
        top = std::max(top, double(k.row(t)[lane]) + std::max(0.0, first));
    MixerLane result(k.rows(), 1);
    result.readsBefore = true; // the token itself enters with a weight of its own
    result.decay.setConstant(fade);
    double sum = 0.0; // of the weights of all tokens before
    for (Index t = 0; t < k.rows(); ++t) {
        const double exponent = double(k.row(t)[lane]) - top, itself = std::exp(first + exponent);
        const double all = sum + itself;
        result.write(t, 0) = std::exp(exponent);
        result.read(t, 0) = all > 0.0 ? 1.0 / all : 0.0;
        result.own[std::size_t(t)] = all > 0.0 ? itself / all : 1.0;
        sum = fade * sum + result.write(t, 0);
    }
    return result;
}

} // namespace core
