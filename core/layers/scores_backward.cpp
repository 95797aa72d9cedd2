// The way back through attention's scores (scores.h).

#include "core/layers/scores.h"

#include "core/base/library_threads.h"
#include "core/base/products.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

constexpr Index kTile = 64; // rows of queries or keys of one product
constexpr float kMasked = -std::numeric_limits<float>::infinity();

struct ScoresBack
{
    const BackScope& attn;
    const ScoreInput& in;
    Index queries = in.places.tokens();
    Index keys = in.places.keys();

    const float* head(const Tensor& matrix, Index head) const { return matrix.data() + head * queries * keys; }
    float* head(Tensor& matrix, Index head) const { return matrix.data() + head * queries * keys; }

    /// Calls one(group, first, rows) for tiles of `length` rows of each of `groups`.
    template <class One>
    void eachTile(Index groups, Index length, const One& one) const
    {
        const Index tiles = (length + kTile - 1) / kTile;
        attn.rows(groups * tiles, kTile * std::max(queries, keys), [&](Index i) {
            makeLibrariesSingleThreaded();
            const Index first = i / groups * kTile;
            one(i % groups, first, std::min(kTile, length - first));
        });
    }

    /// dz · vᵀ [head, query, key].
    void fromMix(const Tensor& dZ, Tensor& dPattern) const
    {
        eachTile(in.heads, queries, [&](Index h, Index first, Index rows) {
            productTransposed(rows, keys, in.dValue, 1.f, dZ.data() + (first * in.heads + h) * in.dValue, in.heads * in.dValue,
                in.v + in.kvHead(h) * in.dValue, in.kvHeads * in.dValue, head(dPattern, h) + first * keys, keys);
        });
    }

    /// Each row of `scores` that is masked has gradient 0.
    void hide(const Tensor& scores, Tensor& gradient) const
    {
        attn.rows(scores.rows(), keys, [&](Index row) {
            for (Index key = 0; key < keys; ++key)
                if (scores.row(row)[key] == kMasked)
                    gradient.row(row)[key] = 0.f;
        });
    }

    /// Back through the softmax in place: p ∘ (d − Σ p d). What falls on a sink is the rest of the row, with a value of 0.
    void throughSoftmax(const Tensor& pattern, Tensor& gradient) const
    {
        std::vector<float> along(std::size_t(pattern.rows()));
        attn.rows(pattern.rows(), 4 * keys, [&](Index row) {
            const float* p = pattern.row(row);
            float* d = gradient.row(row);
            double sum = 0.0;
            for (Index key = 0; key < keys; ++key)
                sum += double(p[key]) * double(d[key]);
            for (Index key = 0; key < keys; ++key)
                d[key] = p[key] * (d[key] - float(sum));
            along[std::size_t(row)] = float(sum);
        });
        float* sinks = in.hasSinks ? attn.weightGradient("sinks.weight") : nullptr;
        for (Index row = 0; sinks && row < pattern.rows(); ++row)
            sinks[row / queries] -= attn.tape("sink_weight").data()[row] * along[std::size_t(row)];
    }

    /// Back through cap · tanh(x / cap), in place.
    void throughCap(const Tensor& scores, Tensor& gradient) const
    {
        attn.rows(scores.rows(), 4 * keys, [&](Index row) {
            for (Index key = 0; key < keys; ++key) {
                const float share = scores.row(row)[key] / in.softCap;
                gradient.row(row)[key] *= scores.row(row)[key] == kMasked ? 0.f : 1.f - share * share;
            }
        });
    }

    /// Of the product of queries and keys.
    void throughContent(const Tensor& gradient, ScoreGradients& of) const
    {
        const Index perKv = in.heads / in.kvHeads;
        eachTile(in.heads, queries, [&](Index h, Index first, Index rows) {
            addProduct({rows, in.dKey, keys, in.scale}, {head(gradient, h) + first * keys, keys},
                {in.k + in.kvHead(h) * in.dKey, in.kvHeads * in.dKey}, of.q.data() + (first * in.heads + h) * in.dKey,
                in.heads * in.dKey);
        });
        eachTile(in.kvHeads, keys, [&](Index kv, Index first, Index rows) {
            for (Index h = kv * perKv; h < (kv + 1) * perKv; ++h)
                addProduct({rows, in.dKey, queries, in.scale}, {head(gradient, h) + first, keys, true},
                    {in.q + h * in.dKey, in.heads * in.dKey}, of.k.data() + (first * in.kvHeads + kv) * in.dKey,
                    in.kvHeads * in.dKey);
        });
    }

    /// Of the values: patternᵀ · dz.
    void throughValues(const Tensor& pattern, const Tensor& dZ, Tensor& dV) const
    {
        const Index perKv = in.heads / in.kvHeads;
        eachTile(in.kvHeads, keys, [&](Index kv, Index first, Index rows) {
            for (Index h = kv * perKv; h < (kv + 1) * perKv; ++h)
                addProduct({rows, in.dValue, queries}, {head(pattern, h) + first, keys, true},
                    {dZ.data() + h * in.dValue, in.heads * in.dValue}, dV.data() + (first * in.kvHeads + kv) * in.dValue,
                    in.kvHeads * in.dValue);
        });
    }
};

} // namespace

ScoreGradients attendBackward(const BackScope& attn, const ScoreInput& in, const Tensor& dZ, const ScoreHooks& hooks)
{
    const ScoresBack back{attn, in};
    const Tensor &pattern = attn.tape("pattern"), &scores = attn.tape("scores");
    ScoreGradients of{attn.zeros({axis::token, axis::head, axis::dHead}, {back.queries, in.heads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {back.keys, in.kvHeads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {back.keys, in.kvHeads, in.dValue})};
    attn.record("z", dZ);
    back.throughValues(pattern, dZ, of.v);

    // One matrix goes from the pattern to the content.
    Tensor gradient = attn.make(pattern);
    back.fromMix(dZ, gradient);
    if (hooks.mix)
        hooks.mix(gradient);
    back.hide(scores, gradient);
    attn.recordCopy("pattern", gradient);
    back.throughSoftmax(pattern, gradient);
    attn.recordCopy("scores", gradient);
    if (in.softCap != 0.f)
        back.throughCap(scores, gradient);
    for (const BiasTerm& term : in.bias)
        attn.record(term.name, gradient);
    if (!in.bias.empty() && in.bias.front().name != "bias")
        attn.record("bias", gradient);
    attn.record("scores_content", gradient);
    back.throughContent(gradient, of);
    if (hooks.bias)
        hooks.bias(gradient, of);
    return of;
}

} // namespace core
