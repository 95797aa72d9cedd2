// The way back through attention's scores (scores.h).

#include "core/layers/scores.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/products.h"
#include "core/layers/passed_back.h"

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

    bool isMasked = !isChanged(attn, "pattern"); // else an intervention may have let a query look at what the mask hides

    /// Keys [first, last) outside of which the query sees nothing.
    KeyRange range(Index query) const
    {
        if (in.places.keyStart.empty())
            return {0, keys}; // of another stack
        const std::size_t t = std::size_t(query);
        const Index start = in.places.keyStart[t], length = in.places.keyEnd[t] - start;
        if (!isMasked)
            return {start, start + length};
        const KeyRange seen = maskRange(in.mask, in.places.positions[t], length);
        const Index first = std::min(seen.first, length);
        return {start + first, start + std::max(first, std::min(seen.last, length))};
    }

    std::vector<KeyRange> ranges = [this] {
        std::vector<KeyRange> all;
        for (Index query = 0; query < queries; ++query)
            all.push_back(range(query));
        return all;
    }();

    /// Keys that any of these queries sees.
    KeyRange keysOf(Index first, Index rows) const
    {
        KeyRange seen{keys, 0};
        for (Index query = first; query < first + rows; ++query) {
            seen.first = std::min(seen.first, ranges[std::size_t(query)].first);
            seen.last = std::max(seen.last, ranges[std::size_t(query)].last);
        }
        return {std::min(seen.first, seen.last), seen.last};
    }

    /// Queries [first, last) outside of which none sees these keys.
    KeyRange queriesOf(Index first, Index rows) const
    {
        KeyRange seen{queries, 0};
        for (Index query = 0; query < queries; ++query)
            if (const KeyRange& of = ranges[std::size_t(query)]; of.first < first + rows && of.last > first) {
                seen.first = std::min(seen.first, query);
                seen.last = query + 1;
            }
        return {std::min(seen.first, seen.last), seen.last};
    }

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

    /// dz · vᵀ [head, query, key], of the keys that a query of the tile sees.
    void fromMix(const Tensor& dZ, Tensor& dPattern) const
    {
        eachTile(in.heads, queries, [&](Index h, Index first, Index rows) {
            const auto [key, last] = keysOf(first, rows);
            if (key < last)
                productTransposed(rows, last - key, in.dValue, 1.f, dZ.data() + (first * in.heads + h) * in.dValue,
                    in.heads * in.dValue, in.v + (key * in.kvHeads + in.kvHead(h)) * in.dValue, in.kvHeads * in.dValue,
                    head(dPattern, h) + first * keys + key, keys);
        });
    }

    /// Of each query the keys whose gradient the products read: of all tiles of queries and of keys that it is in.
    std::vector<KeyRange> readByProducts() const
    {
        std::vector<KeyRange> read(ranges);
        const auto join = [&](Index query, const KeyRange& more) {
            KeyRange& of = read[std::size_t(query)];
            of = of.first >= of.last ? more : KeyRange{std::min(of.first, more.first), std::max(of.last, more.last)};
        };
        for (Index first = 0; first < queries; first += kTile) {
            const Index rows = std::min(kTile, queries - first);
            for (Index query = first; query < first + rows; ++query)
                join(query, keysOf(first, rows));
        }
        for (Index first = 0; first < keys; first += kTile) {
            const Index rows = std::min(kTile, keys - first);
            const auto [query, last] = queriesOf(first, rows);
            for (Index of = query; of < last; ++of)
                join(of, {first, first + rows});
        }
        return read;
    }

    /// Each number of a row that is masked has gradient 0; where none but the products reads it, as far as they do.
    void hide(bool isWhole, Tensor& gradient) const
    {
        const std::vector<KeyRange> read = isWhole ? std::vector<KeyRange>(ranges.size(), {0, keys}) : readByProducts();
        const bool hasHoles = isMasked && !maskIsContiguous(in.mask);
        attn.rows(gradient.rows(), keys, [&](Index row) {
            const auto query = std::size_t(row % queries);
            const auto [first, last] = ranges[query];
            const auto [from, to] = read[query];
            float* const d = gradient.row(row);
            std::fill(d + std::min(from, first), d + first, 0.f);
            std::fill(d + last, d + std::max(to, last), 0.f);
            for (Index key = first; hasHoles && key < last; ++key)
                if (!maskSees(in.mask, in.places.positions[query], key - in.places.keyStart[query]))
                    d[key] = 0.f;
        });
    }

    /// Back through the softmax in place: p ∘ (d − Σ p d). What falls on a sink is the rest of the row, with a value of 0.
    void throughSoftmax(const Tensor& pattern, Tensor& gradient) const
    {
        std::vector<float> along(std::size_t(pattern.rows()));
        attn.rows(pattern.rows(), 4 * keys, [&](Index row) {
            const auto [first, last] = ranges[std::size_t(row % queries)];
            along[std::size_t(row)]
                = kernels::best().softmaxBack(pattern.row(row) + first, gradient.row(row) + first, last - first);
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

    /// to [key, kv head, d] += matrixᵀ · from [query, head, d], of every head that shares the kv head.
    void fromQueries(const Tensor& matrix, const float* from, const ProductSize& of, Tensor& to) const
    {
        const Index perKv = in.heads / in.kvHeads, width = of.columns;
        eachTile(in.kvHeads, keys, [&](Index kv, Index first, Index rows) {
            const auto [query, last] = queriesOf(first, rows);
            for (Index h = kv * perKv; h < (kv + 1) * perKv && query < last; ++h)
                addProduct({rows, width, last - query, of.alpha}, {head(matrix, h) + query * keys + first, keys, true},
                    {from + (query * in.heads + h) * width, in.heads * width}, to.data() + (first * in.kvHeads + kv) * width,
                    in.kvHeads * width);
        });
    }

    /// Of the product of queries and keys.
    void throughContent(const Tensor& gradient, ScoreGradients& of) const
    {
        eachTile(in.heads, queries, [&](Index h, Index first, Index rows) {
            const auto [key, last] = keysOf(first, rows);
            if (key < last)
                addProduct({rows, in.dKey, last - key, in.scale}, {head(gradient, h) + first * keys + key, keys},
                    {in.k + (key * in.kvHeads + in.kvHead(h)) * in.dKey, in.kvHeads * in.dKey},
                    of.q.data() + (first * in.heads + h) * in.dKey, in.heads * in.dKey);
        });
        fromQueries(gradient, in.q, {.columns = in.dKey, .alpha = in.scale}, of.k);
    }

    /// Of the values: patternᵀ · dz.
    void throughValues(const Tensor& pattern, const Tensor& dZ, Tensor& dV) const
    {
        fromQueries(pattern, dZ.data(), {.columns = in.dValue}, dV);
    }
};

} // namespace

ScoreGradients attendBackward(const BackScope& attn, const ScoreInput& in, const Tensor& dZ, const ScoreHooks& hooks)
{
    const ScoresBack back{attn, in};
    const Tensor& pattern = attn.tape("pattern");
    ScoreGradients of{attn.zeros({axis::token, axis::head, axis::dHead}, {back.queries, in.heads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {back.keys, in.kvHeads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {back.keys, in.kvHeads, in.dValue})};
    const Scope forward = attn.forward();
    const Tensor mixing = in.dropout ? dropOut(forward, droppedPattern, pattern, in.dropout) : pattern;
    back.throughValues(mixing, dZ, of.v);

    // One matrix goes from the pattern to the content.
    Tensor gradient = attn.make(pattern);
    back.fromMix(dZ, gradient);
    if (hooks.mix)
        hooks.mix(mixing, gradient);
    const bool isRecorded = attn.wants("pattern") || attn.wants("scores") || attn.wants("scores_content");
    back.hide(isRecorded || in.dropout || in.softCap != 0.f || !in.bias.empty(), gradient);
    if (in.dropout)
        gradient = dropOut(forward, droppedPattern, gradient, in.dropout);
    throughCopy(attn, "pattern", gradient);
    back.throughSoftmax(computed(attn, "pattern"), gradient);
    throughCopy(attn, "scores", gradient);
    if (in.softCap != 0.f)
        back.throughCap(computed(attn, "scores"), gradient);
    const Tensor ofBias = in.bias.empty() ? gradient : through(attn, "bias", gradient);
    for (const BiasTerm& term : in.bias)
        if (term.name != "bias")
            attn.record(term.name, ofBias);
    back.throughContent(through(attn, "scores_content", gradient), of);
    if (hooks.bias)
        hooks.bias(ofBias, of);
    return of;
}

} // namespace core
