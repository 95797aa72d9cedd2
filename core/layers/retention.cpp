#include "core/layers/retention.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/products.h"
#include "core/layers/mixer.h"
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

    static double gamma(Index head) { return retention::gamma(head); }
    static double rootOfDecays(Index head, Index n) { return retention::rootOfDecays(head, n); }

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
        const double root = rootOfDecays(head, position(t));
        double decay = 1.0 / root, sum = 0.0;
        for (Index key = last; key >= start; --key, decay *= gamma(head)) {
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
                const float fade = float(gamma(head));
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
        const Index d = in.dHead, start = in.places.keyStart[std::size_t(t)];
        const double root = rootOfDecays(head, position(t));
        double decay = 1.0 / root, sum = 0.0;
        for (Index key = past() + t; key >= start; --key, decay *= gamma(head)) {
            const float* row = of.allKeys + key * width() + head * d;
            float product = 0.f;
            for (Index i = 0; i < d; ++i)
                product += q[i] * row[i];
            sum += std::abs(double(product) * decay);
        }
        const double divisor = root * std::max(1.0, sum);
        for (Index j = 0; j < d; ++j) {
            double mixed = 0.0;
            for (Index i = 0; i < d; ++i)
                mixed += double(q[i]) * double(state[i * d + j]);
            z[j] = float(mixed / divisor);
        }
    }

    /// z / √(mean z² + ε) over each head (torchscale's group norm has no weights).
    Tensor groupNormed(const Tensor& z) const
    {
        Tensor result = make("normalized");
        mixer.rows(tokens() * in.heads, 3 * in.dHead, [&](Index i) {
            const float* from = z.data() + i * in.dHead;
            const float root = std::sqrt(kernels::best().meanSquare(from, in.dHead) + float(in.eps));
            // A head of nothing but zeros stays so where ε is 0.
            kernels::best().scale(from, root > 0.f ? 1.f / root : 0.f, result.data() + i * in.dHead, in.dHead);
        });
        mixer.record(result);
        return result;
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

    const Tensor normalized = steps.groupNormed(z);
    Tensor post = steps.make("post"); // silu(g) ∘ normalized
    mixer.rows(tokens, 8 * steps.width(), [&](Index t) {
        kernels::best().swish(steps.at(g, t, 0), 1.f, steps.at(post, t, 0), steps.width());
        kernels::best().multiply(steps.at(post, t, 0), steps.at(normalized, t, 0), steps.at(post, t, 0), steps.width());
    });
    mixer.record(post);
    Tensor out = mixer.make("out", {axis::token, axis::dModel}, {tokens, in.dModel()});
    mixer.linear("o", post, steps.width(), in.dModel(), false, out);
    mixer.record(out);
    return out;
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
    const double gamma = RetentionSteps::gamma(lane);
    result.decay.setConstant(gamma);
    for (Index t = 0; t < tokens; ++t) {
        const float *query = q.data() + (t * record.heads + lane) * d, *key = k.data() + (t * record.heads + lane) * d;
        const double root = RetentionSteps::rootOfDecays(lane, t);
        double sum = 0.0, decay = 1.0 / root;
        for (Index s = t; s >= 0; --s, decay *= gamma) {
            const float* earlier = k.data() + (s * record.heads + lane) * d;
            double product = 0.0;
            for (Index i = 0; i < d; ++i)
                product += double(query[i]) * double(earlier[i]);
            sum += std::abs(product) * decay;
        }
        for (Index i = 0; i < d; ++i) {
            result.write(t, i) = double(key[i]);
            result.read(t, i) = double(query[i]) / (root * std::max(1.0, sum));
        }
    }
    return result;
}

} // namespace core
