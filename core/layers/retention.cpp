#include "core/layers/retention.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/products.h"
#include "core/layers/mixer.h"
#include "core/layers/passed_back.h"
#include "core/layers/retention_gate.h"
#include "core/layers/retention_parts.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr Index kQueryTile = 64; // rows of scores that stay in cache between the steps

/// What both forms read, [token, head, d_head]; `allKeys` [key, head, d_head] has those of the cache in front.
struct Turned
{
    Tensor q, k, v;
    const float* allKeys = nullptr;
};

struct RetentionSteps
{
    const Scope& mixer;
    const MixerInput& in;

    Index tokens() const { return in.x.rows(); }
    Index keys() const { return in.places.keys(); }
    Index past() const { return keys() - tokens(); }
    Index width() const { return in.heads * in.dHead; }
    Index position(Index t) const { return in.places.positions[std::size_t(t)]; }
    const float* at(const Tensor& x, Index t, Index head) const { return x.data() + (t * in.heads + head) * in.dHead; }
    float* at(Tensor& x, Index t, Index head) const { return x.data() + (t * in.heads + head) * in.dHead; }

    Tensor make(const char* name) const
    {
        return mixer.make(name, {axis::token, axis::head, axis::dHead}, {tokens(), in.heads, in.dHead});
    }

    /// q, k, v or g: W x.
    Tensor project(const char* name) const
    {
        Tensor result = make(name);
        mixer.linear(name, in.x, in.dModel(), width(), false, result);
        mixer.record(result);
        return result;
    }

    /// q or k turned by its position, everything · scale.
    Tensor turned(const char* name, const Tensor& x, double scale) const
    {
        Tensor result = make(name);
        retention::turn(mixer, in, x, {scale, 1.0}, result);
        mixer.record(result);
        return result;
    }

    /// A row of scores in place: products · D / √ΣD, then / max(1, Σ|·|) (eq. 5, §2.2). Zero outside [start, last].
    void normaliseRow(Index head, Index t, Index start, Index last, float* row, Index length) const
    {
        const double root = retention::rootOfDecays(head, position(t));
        double decay = 1.0 / root, sum = 0.0;
        for (Index key = last; key >= start; --key, decay *= retention::gamma(head)) {
            row[key] *= float(decay);
            sum += std::abs(double(row[key]));
        }
        kernels::best().scale(row + start, float(1.0 / std::max(1.0, sum)), row + start, last + 1 - start);
        std::fill(row, row + start, 0.f);
        std::fill(row + last + 1, row + length, 0.f);
    }

    /// The parallel form (eq. 5): scores [head, query, key], z = scores · v.
    void parallel(const Turned& of, Tensor& scores, Tensor& z) const
    {
        const Index tiles = (tokens() + kQueryTile - 1) / kQueryTile, cost = std::min(tokens(), kQueryTile) * keys();
        const auto fill = [&](Index head, Index first, Index rows, float* tile) {
            makeLibrariesSingleThreaded();
            productTransposed(
                rows, first + rows, in.dHead, 1.f, at(of.q, first, head), width(), at(of.k, 0, head), width(), tile, keys());
            for (Index t = first; t < first + rows; ++t)
                normaliseRow(head, t, in.places.keyStart[std::size_t(t)], t, tile + (t - first) * keys(), keys());
        };
        const auto mix = [&](Index head, Index first, Index rows, const float* tile) {
            makeLibrariesSingleThreaded();
            product(rows, in.dHead, first + rows, tile, keys(), at(of.v, 0, head), width(), at(z, first, head), width());
        };
        const auto eachTile = [&](const auto& step) {
            mixer.rows(in.heads * tiles, cost, [&](Index i) {
                const Index head = i % in.heads, first = i / in.heads * kQueryTile;
                step(head, first, std::min(kQueryTile, tokens() - first));
            });
        };
        if (!scores) {
            eachTile([&](Index head, Index first, Index rows) {
                thread_local std::vector<float> tile;
                tile.resize(std::size_t(rows * keys()));
                fill(head, first, rows, tile.data());
                mix(head, first, rows, tile.data());
            });
            return;
        }
        const auto place = [&](Index head, Index first) { return scores.data() + (head * tokens() + first) * keys(); };
        eachTile([&](Index head, Index first, Index rows) { fill(head, first, rows, place(head, first)); });
        mixer.record(scores);
        eachTile([&](Index head, Index first, Index rows) { mix(head, first, rows, place(head, first)); });
    }

    /// The recurrent form (eq. 6): S_t = γ S_{t−1} + k_t v_tᵀ [d_state, d_head] and, unless z is null, z_t = q_t S_t divided as
    /// the rows of scores are. Where z `isKnown` only those are computed whose state an intervention changed.
    void recurrent(const Turned& of, Tensor& states, Tensor* z, bool isKnown) const
    {
        const Index d = in.dHead;
        float* kept = in.cache && !mixer.planning() ? in.cache->state("mixer.state", in.heads * d * d).data() : nullptr;
        mixer.rows(in.heads, 4 * tokens() * d * d, [&](Index head) {
            std::vector<float> state(std::size_t(d * d), 0.f);
            if (kept)
                std::copy_n(kept + head * d * d, d * d, state.data());
            for (Index t = 0; t < tokens(); ++t) {
                if (position(t) == 0)
                    std::fill(state.begin(), state.end(), 0.f);
                const float fade = float(retention::gamma(head));
                for (Index i = 0; i < d; ++i)
                    for (Index j = 0; j < d; ++j) {
                        float& number = state[std::size_t(i * d + j)];
                        number = fade * number + at(of.k, t, head)[i] * at(of.v, t, head)[j];
                    }
                if (states)
                    std::copy(state.begin(), state.end(), states.data() + (t * in.heads + head) * d * d);
                else if (z)
                    readState(head, t, of, state.data(), at(*z, t, head));
            }
            if (kept)
                std::copy(state.begin(), state.end(), kept + head * d * d);
        });
        if (!states)
            return;
        const std::vector<float> before
            = z && isKnown ? std::vector<float>(states.data(), states.data() + states.size()) : std::vector<float>();
        mixer.record(states, Recording::OnRequest);
        if (z)
            mixer.rows(in.heads * tokens(), d * d + keys(), [&](Index i) {
                const Index head = i % in.heads, t = i / in.heads;
                const float* state = states.data() + i * d * d;
                if (!isKnown || !std::equal(state, state + d * d, before.data() + i * d * d))
                    readState(head, t, of, state, at(*z, t, head));
            });
    }

    /// z = q S / (√ΣD · max(1, Σ|scores|)). The state does not know the last sum, so the cache keeps the keys for it: the group
    /// norm after it would cancel it, but for its ε, and then a step would not be the pass to the last digits.
    void readState(Index head, Index t, const Turned& of, const float* state, float* z) const
    {
        const float* q = at(of.q, t, head);
        const Index d = in.dHead;
        const double divisor = retention::divisor<float>({.head = head,
            .position = position(t),
            .query = q,
            .keys = of.allKeys + head * d,
            .stride = width(),
            .dHead = d,
            .start = in.places.keyStart[std::size_t(t)],
            .last = past() + t});
        for (Index j = 0; j < d; ++j) {
            double mixed = 0.0;
            for (Index i = 0; i < d; ++i)
                mixed += double(q[i]) * double(state[i * d + j]);
            z[j] = float(mixed / divisor);
        }
    }

    /// All keys, those of this pass appended to the cache's.
    const float* withEarlier(const Tensor& k) const
    {
        if (!in.cache || mixer.planning())
            return k.data();
        float* rows = in.cache->rows("mixer.k", width(), keys());
        std::copy_n(k.data(), k.size(), rows + past() * width());
        return rows;
    }
};

/// Gradients of what scores are made of, [token, head, d_head].
struct OfTurned
{
    Tensor q, k, v;
};

/// The way back, in the parallel form. What a row is divided by depends on queries and keys, too.
struct RetentionBack
{
    const BackScope& mixer;
    const MixerInput& in;
    Index tokens = in.x.rows();
    Index width = in.heads * in.dHead;

    const float* headOf(const Tensor& x, Index head) const { return x.data() + head * in.dHead; }
    float* headOf(Tensor& x, Index head) const { return x.data() + head * in.dHead; }
    Factor factor(const Tensor& x, Index head) const { return {headOf(x, head), width}; }

    /// A row of the scores' gradient in place: back through / max(1, Σ|·|) and · D / √ΣD. `products` are q · k of the row.
    void throughRow(Index head, Index t, const float* scores, const float* products, float* d) const
    {
        const Index start = in.places.keyStart[std::size_t(t)];
        const double root = retention::rootOfDecays(head, in.places.positions[std::size_t(t)]);
        double sum = 0.0, along = 0.0, decay = 1.0 / root;
        for (Index key = t; key >= start; --key, decay *= retention::gamma(head)) {
            sum += std::abs(double(products[key])) * decay;
            along += double(d[key]) * double(scores[key]);
        }
        decay = 1.0 / root;
        for (Index key = t; key >= start; --key, decay *= retention::gamma(head)) {
            const double sign = products[key] > 0.f ? 1.0 : products[key] < 0.f ? -1.0 : 0.0;
            const double inner = sum > 1.0 ? (double(d[key]) - sign * along) / sum : double(d[key]);
            d[key] = float(inner * decay);
        }
    }

    /// Through one head: the gradients of its queries, keys and values.
    void throughHead(Index head, const Tensor& dZ, Tensor& dScores, OfTurned& of) const
    {
        makeLibrariesSingleThreaded();
        const Tensor &q = mixer.tape("rot_q"), &k = mixer.tape("rot_k"), &v = mixer.tape("v"), &scores = mixer.tape("scores");
        const float* s = scores.data() + head * tokens * tokens;
        float* d = dScores.data() + head * tokens * tokens;
        const Index n = in.dHead;
        addProduct({tokens, n, tokens}, {s, tokens, true}, factor(dZ, head), headOf(of.v, head), width);
        productTransposed(tokens, tokens, n, 1.f, headOf(dZ, head), width, headOf(v, head), width, d, tokens);
        for (Index t = 0; t < tokens; ++t) {
            std::fill(d + t * tokens, d + t * tokens + in.places.keyStart[std::size_t(t)], 0.f);
            std::fill(d + t * tokens + t + 1, d + (t + 1) * tokens, 0.f);
        }
        std::vector<float> kept, products(std::size_t(tokens * tokens));
        productTransposed(tokens, tokens, n, 1.f, headOf(q, head), width, headOf(k, head), width, products.data(), tokens);
        kept.assign(d, d + tokens * tokens);
        for (Index t = 0; t < tokens; ++t)
            throughRow(head, t, s + t * tokens, products.data() + t * tokens, kept.data() + t * tokens);
        addProduct({tokens, n, tokens}, {kept.data(), tokens}, factor(k, head), headOf(of.q, head), width);
        addProduct({tokens, n, tokens}, {kept.data(), tokens, true}, factor(q, head), headOf(of.k, head), width);
    }

    /// What z gains by each state, by itself: q ⊗ dz over the divisor of the row [token, head, d_state, d_head].
    void recordStates(const Tensor& dZ) const
    {
        const Tensor* state = mixer.find("state");
        if (!state || (!mixer.wants("state") && !isChanged(mixer, "state")))
            return;
        const Tensor &q = mixer.tape("rot_q"), &k = mixer.tape("rot_k");
        Tensor dState = mixer.make(*state);
        const Index n = in.dHead;
        mixer.rows(tokens * in.heads, n * (n + tokens), [&](Index i) {
            const Index t = i / in.heads, head = i % in.heads;
            const float *query = headOf(q, head) + t * width, *dz = headOf(dZ, head) + t * width;
            const double divisor = retention::divisor<double>({.head = head,
                .position = in.places.positions[std::size_t(t)],
                .query = query,
                .keys = headOf(k, head),
                .stride = width,
                .dHead = n,
                .start = in.places.keyStart[std::size_t(t)],
                .last = t});
            for (Index a = 0; a < n; ++a)
                for (Index b = 0; b < n; ++b)
                    dState.data()[(i * n + a) * n + b] = float(double(query[a]) * double(dz[b]) / divisor);
        });
        mixer.record("state", dState);
    }

    /// Back through the rotation and the projection of q or k.
    void throughTurn(const char* name, double scale, const Tensor& dTurned, Tensor& dX) const
    {
        mixer.record(std::string("rot_") + name, dTurned);
        Tensor d = mixer.make(dTurned);
        retention::turn(mixer.forward(), in, dTurned, {scale, -1.0}, d);
        project(name, d, dX);
    }
    void project(const char* name, const Tensor& d, Tensor& dX) const
    {
        mixer.record(name, d);
        mixer.linear(name, in.x, d, false, dX);
    }
};

} // namespace

Tensor Retention::run(const Scope& mixer, const MixerInput& in) const
{
    const RetentionSteps steps{mixer, in};
    const Index tokens = in.x.rows(), keys = in.places.keys(), d = in.dHead;
    const Tensor q = steps.project("q"), k = steps.project("k"), v = steps.project("v"), g = steps.project("g");
    Turned turned{
        steps.turned("rot_q", q, 1.0), steps.turned("rot_k", k, 1.0 / std::sqrt(double(d))), v}; // normalization 1: QKᵀ/√d
    turned.allKeys = steps.withEarlier(turned.k);

    // Only one form computes z; the other runs for what is shown of it, for the cache, and where an intervention changes a state.
    const bool hasEarlier = keys > tokens, readsState = hasEarlier || mixer.intervenes("state");
    const bool showsScores = !hasEarlier && (mixer.planning() || mixer.wants("scores"));
    const bool showsStates = mixer.planning() || mixer.wants("state", Recording::OnRequest);
    Tensor scores, states;
    if (showsScores)
        scores = mixer.make("scores", {axis::head, axis::query, axis::key}, {in.heads, tokens, keys});
    if (showsStates)
        states = mixer.make(
            "state", {axis::token, axis::head, axis::dState, axis::dHead}, {tokens, in.heads, d, d}, Recording::OnRequest);
    Tensor z = steps.make("z");
    if (!hasEarlier)
        steps.parallel(turned, scores, z);
    if (showsStates || readsState || in.cache)
        steps.recurrent(turned, states, readsState ? &z : nullptr, !hasEarlier);
    // Parallel: products with all keys and values. Recurrent: a state faded, added to and read, and the keys of the divisor.
    const double perKey = hasEarlier ? 2.0 : 4.0, perState = hasEarlier ? 5.0 * double(d) : 0.0;
    mixer.countAttentionFlops(double(tokens * steps.width()) * (perKey * double(keys) + perState));
    mixer.record(z);

    const Tensor post = gatedHeads(mixer, in, z, g);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("o", post, steps.width(), in.dModel(), false, out);
    mixer.record(out);
    return out;
}

Tensor Retention::backward(const BackScope& mixer, const MixerInput& in, const Tensor& dOut) const
{
    const RetentionBack back{mixer, in};
    const Tensor &z = mixer.tape("z"), &scores = mixer.tape("scores");
    mixer.record("out", dOut);
    Tensor dPost = mixer.zeros(z), dG = mixer.make(z);
    mixer.linear("o", mixer.tape("post"), dOut, false, dPost);
    const Tensor dZ = gatedHeadsBackward(mixer, in, dPost, dG);
    mixer.record("z", dZ);
    back.recordStates(dZ);

    Tensor dScores = mixer.make(scores);
    OfTurned of{mixer.zeros(z), mixer.zeros(z), mixer.zeros(z)};
    mixer.rows(in.heads, 8 * scores.dim(1) * scores.dim(2), [&](Index head) { back.throughHead(head, dZ, dScores, of); });
    mixer.record("scores", dScores);

    Tensor dX = mixer.zeros(in.x);
    back.throughTurn("q", 1.0, of.q, dX);
    back.throughTurn("k", 1.0 / std::sqrt(double(in.dHead)), of.k, dX);
    back.project("v", of.v, dX);
    back.project("g", dG, dX);
    return dX;
}

MixerForm Retention::form(const BlockSizes& sizes) const
{
    static constexpr const char* reads[] = {"rot_q", "rot_k"};
    return {.values = "v",
        .result = "z",
        .reads = reads,
        .lanes = sizes.heads,
        .width = sizes.dHead,
        .states = sizes.dHead,
        .areHeads = true};
}

MixerLane Retention::lane(const MixerRecord& record, Index lane) const
{
    const Tensor &q = *record.tensor("rot_q"), &k = *record.tensor("rot_k");
    const Index tokens = q.dim(0), d = record.dHead;
    MixerLane result(tokens, d);
    result.decay.setConstant(retention::gamma(lane));
    for (Index t = 0; t < tokens; ++t) {
        const float *query = q.data() + (t * record.heads + lane) * d, *key = k.data() + (t * record.heads + lane) * d;
        const double divisor = retention::divisor<double>({.head = lane,
            .position = t,
            .query = query,
            .keys = k.data() + lane * d,
            .stride = record.heads * d,
            .dHead = d,
            .start = 0,
            .last = t});
        for (Index i = 0; i < d; ++i) {
            result.write(t, i) = double(key[i]);
            result.read(t, i) = double(query[i]) / divisor;
        }
    }
    return result;
}

} // namespace core
