#include "core/layers/score_products.h"

#include "core/base/library_threads.h"
#include "core/base/row_products.h"

#include <algorithm>

namespace core {

namespace {

/// Calls one(group, first, rows) for tiles of `length` rows of each of `groups`, whose rows have `width` numbers.
template <class One>
void eachTile(const BackScope& attn, Index groups, Index length, Index width, const One& one)
{
    const Index tiles = (length + kScoreTile - 1) / kScoreTile;
    attn.rows(groups * tiles, kScoreTile * width, [&](Index i) {
        makeLibrariesSingleThreaded();
        const Index first = i / groups * kScoreTile;
        one(i % groups, first, std::min(kScoreTile, length - first));
    });
}

/// A matrix [head, query, key] on its way to the keys.
struct ToKeys
{
    const BackScope& attn;
    const ScoreProducts& of;
    const Tensor& matrix;

    /// to [key, kv head, d] += alpha · matrixᵀ · from [query, head, d], of every head that shares the kv head.
    void add(const float* from, Index width, float alpha, Tensor& to) const
    {
        const ScoreInput& in = of.in;
        const Index queries = of.seen.queries(), keys = of.seen.keys(), perKv = in.heads / in.kvHeads;
        eachTile(attn, in.kvHeads, keys, std::max(queries, keys), [&](Index kv, Index first, Index rows) {
            const auto [query, last] = of.seen.queriesOf(first, rows);
            for (Index h = kv * perKv; h < (kv + 1) * perKv && query < last; ++h)
                addProduct({rows, width, last - query, alpha}, {matrix.data() + (h * queries + query) * keys + first, keys, true},
                    {from + (query * in.heads + h) * width, in.heads * width}, to.data() + (first * in.kvHeads + kv) * width,
                    in.kvHeads * width);
        });
    }
};

} // namespace

void ScoreProducts::content(const ScoreTile& tile, Index firstKey, float* out, Index stride) const
{
    const float* const q = in.q + (tile.first * in.heads + tile.head) * in.dKey;
    const float* const k = in.k + (firstKey * in.kvHeads + in.kvHead(tile.head)) * in.dKey;
    const Index qStride = in.heads * in.dKey, kStride = in.kvHeads * in.dKey, keys = tile.keys - firstKey;
    if (in.places.tokens() == 1) // of a cache: nothing is taken from an earlier run, and turning keys over for one row is dear
        productTransposed(1, keys, in.dKey, in.scale, q, qStride, k, kStride, out + firstKey, stride);
    else
        rowProduct({tile.rows, keys, in.dKey, in.scale}, {q, qStride}, {k, kStride, true}, out + firstKey, stride);
}

void ScoreProducts::mix(const ScoreTile& tile, Index firstKey, const float* pattern, Index stride, float* z) const
{
    float* out = z + (tile.first * in.heads + tile.head) * in.dValue;
    const Index valueStride = in.valueStride > 0 ? in.valueStride : in.kvHeads * in.dValue;
    const float* const v = in.v + in.kvHead(tile.head) * in.dValue + firstKey * valueStride;
    const Index keys = tile.keys - firstKey;
    if (in.places.tokens() == 1)
        product(1, in.dValue, keys, pattern + firstKey, stride, v, valueStride, out, in.heads * in.dValue);
    else
        rowProduct({tile.rows, in.dValue, keys}, {pattern + firstKey, stride}, {v, valueStride}, out, in.heads * in.dValue);
    if (in.addToMix)
        in.addToMix(tile, pattern, stride, out, in.heads * in.dValue);
}

void ScoreProducts::contentBackward(const BackScope& attn, const Tensor& dContent, ScoreGradients& of) const
{
    const Index queries = seen.queries(), keys = seen.keys();
    eachTile(attn, in.heads, queries, std::max(queries, keys), [&](Index h, Index first, Index rows) {
        const auto [key, last] = seen.ofQueries(first, rows);
        if (key < last)
            addProduct({rows, in.dKey, last - key, in.scale}, {dContent.data() + (h * queries + first) * keys + key, keys},
                {in.k + (key * in.kvHeads + in.kvHead(h)) * in.dKey, in.kvHeads * in.dKey},
                of.q.data() + (first * in.heads + h) * in.dKey, in.heads * in.dKey);
    });
    ToKeys{attn, *this, dContent}.add(in.q, in.dKey, in.scale, of.k);
}

void ScoreProducts::mixBackward(const BackScope& attn, const Tensor& dZ, Tensor& dPattern) const
{
    const Index queries = seen.queries(), keys = seen.keys();
    eachTile(attn, in.heads, queries, std::max(queries, keys), [&](Index h, Index first, Index rows) {
        const auto [key, last] = seen.ofQueries(first, rows);
        if (key < last)
            productTransposed(rows, last - key, in.dValue, 1.f, dZ.data() + (first * in.heads + h) * in.dValue,
                in.heads * in.dValue, in.v + (key * in.kvHeads + in.kvHead(h)) * in.dValue, in.kvHeads * in.dValue,
                dPattern.data() + (h * queries + first) * keys + key, keys);
    });
}

void ScoreProducts::valuesBackward(const BackScope& attn, const Tensor& pattern, const Tensor& dZ, Tensor& dV) const
{
    ToKeys{attn, *this, pattern}.add(dZ.data(), in.dValue, 1.f, dV);
}

std::vector<KeyRange> ScoreProducts::readBack() const
{
    const Index queries = seen.queries(), keys = seen.keys();
    std::vector<KeyRange> read;
    for (Index query = 0; query < queries; ++query)
        read.push_back(seen.of(query));
    const auto join = [&](Index query, const KeyRange& more) {
        KeyRange& of = read[std::size_t(query)];
        of = of.first >= of.last ? more : KeyRange{std::min(of.first, more.first), std::max(of.last, more.last)};
    };
    for (Index first = 0; first < queries; first += kScoreTile) {
        const Index rows = std::min(kScoreTile, queries - first);
        for (Index query = first; query < first + rows; ++query)
            join(query, seen.ofQueries(first, rows));
    }
    for (Index first = 0; first < keys; first += kScoreTile) {
        const Index rows = std::min(kScoreTile, keys - first);
        const auto [query, last] = seen.queriesOf(first, rows);
        for (Index of = query; of < last; ++of)
            join(of, {first, first + rows});
    }
    return read;
}

} // namespace core
