#include "core/layers/linear_recurrence.h"

#include "core/base/kernels.h"
#include "core/layers/mixer.h"
#include "core/layers/token_shift.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

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

    /// Back through mix(), channel by channel: adds to the gradients of k and v, and to those of decay and first, which may be
    /// null. Gradients of the sums are held multiplied by e^top, as the sums are divided by it.
    struct Numbers
    {
        const Tensor &k, &v;
        const float *decay, *first;
    };
    struct Gradients
    {
        Tensor k, v;
        float *decay, *first;
        Tensor states; // what wkv gains by each state by itself; may be none
    };
    void mixBackward(const Numbers& numbers, const Tensor& dWkv, Gradients& of) const
    {
        const auto& [k, v, decay, first] = numbers;
        mixer.rows(width, 48 * tokens(), [&, &k = k, &v = v, decay = decay, first = first](Index i) {
            const double w = -std::exp(double(decay[i]));
            std::vector<Sums> before(static_cast<std::size_t>(tokens())); // of the tokens before each
            Sums sums;
            for (Index t = 0; t < tokens(); ++t) {
                before[std::size_t(t)] = sums = begins(t) ? Sums() : sums;
                sums = sums.with(float(w), k.row(t)[i], v.row(t)[i]);
            }
            double numerator = 0.0, denominator = 0.0, dW = 0.0, dFirst = 0.0; // of the sums after the token
            for (Index t = tokens() - 1; t >= 0; --t) {
                const Sums &now = before[std::size_t(t)], after = now.with(float(w), k.row(t)[i], v.row(t)[i]);
                const double key = double(k.row(t)[i]), value = double(v.row(t)[i]), d = double(dWkv.row(t)[i]);
                // The token joins the sums that later ones read.
                const double fresh = std::exp(key - double(after.top)), old = std::exp(double(now.top) + w - double(after.top));
                double dKey = fresh * (value * numerator + denominator), dValue = fresh * numerator;
                dW += old * (double(now.numerator) * numerator + double(now.denominator) * denominator);
                // It reads the sums of those before, with a weight of its own (eq. 16).
                const double own = double(first[i]) + key, top = std::max(double(now.top), own);
                const double earlier = std::exp(double(now.top) - top), itself = std::exp(own - top);
                const double all = earlier * double(now.denominator) + itself;
                const double mean = (earlier * double(now.numerator) + itself * value) / all;
                const double toSums = d * earlier / all, toItself = d * (value - mean) * itself / all;
                dValue += d * itself / all;
                dKey += toItself;
                dFirst += toItself;
                if (of.states && t > 0 && !begins(t))
                    write({float(toSums), float(-toSums * mean),
                              float(toSums * (double(now.numerator) - mean * double(now.denominator)))},
                        of.states.data() + (t - 1) * kRows * width, i, width);
                numerator = begins(t) ? 0.0 : old * numerator + toSums;
                denominator = begins(t) ? 0.0 : old * denominator - toSums * mean;
                of.k.row(t)[i] = float(dKey);
                of.v.row(t)[i] = float(dValue);
            }
            if (of.decay)
                of.decay[i] += float(dW * w); // w = −e^decay
            if (of.first)
                of.first[i] += float(dFirst);
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

Tensor LinearRecurrence::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const Index width = innerWidth(in.dModel());
    const Scope forward = mixer.forward();
    const TimeMixing time{forward, in, width};
    const Tensor &k = mixer.tape("k"), &v = mixer.tape("v"), &r = mixer.tape("r"), &wkv = mixer.tape("wkv");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(wkv), dWkv = mixer.make(wkv), dR = mixer.make(wkv);
    mixer.linear("o", mixer.tape("post"), dOut, false, dPost);
    mixer.record("post", dPost);
    mixer.rows(wkv.rows(), 8 * width, [&](Index t) {
        float* open = dWkv.row(t);
        kernels::best().sigmoid(r.row(t), open, width);
        for (Index i = 0; i < width; ++i) {
            dR.row(t)[i] = dPost.row(t)[i] * wkv.row(t)[i] * open[i] * (1.f - open[i]);
            open[i] *= dPost.row(t)[i];
        }
    });
    mixer.record("wkv", dWkv);

    const Tensor* states = mixer.find("state");
    TimeMixing::Gradients of{mixer.make(k), mixer.make(v), mixer.weightGradient("decay.weight"),
        mixer.weightGradient("first.weight"), states ? mixer.zeros(*states) : Tensor()};
    time.mixBackward({k, v, forward.vectorWeight("decay.weight", width, Init::Gain, kStartOfDecay),
                         forward.vectorWeight("first.weight", width, Init::Gain, kStartOfFirst)},
        dWkv, of);
    if (states)
        mixer.record("state", of.states);

    const TokenShift shift(forward, in.x, in.places, nullptr, "");
    Tensor dX = mixer.zeros(in.x);
    const auto through = [&](const char* name, const char* mix, const Tensor& d) {
        mixer.record(name, d);
        Tensor dMixed = mixer.zeros(in.x);
        mixer.linear(name, shift.mixed(mix), d, false, dMixed);
        shift.backward(mixer, mix, dMixed, dX);
    };
    through("k", "mix_k", of.k);
    through("v", "mix_v", of.v);
    through("r", "mix_r", dR);
    return dX;
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
