// The way back through relative positions (relative_positions.h). A bias that a kind looks up by distance is summed up by distance
// first: what is left are products as on the way there.

#include "core/layers/relative_positions.h"

#include "core/base/library_threads.h"
#include "core/base/products.h"

#include <algorithm>
#include <vector>

namespace core {

namespace {

/// The gradients of one head's bias [query, key] summed up for each query (or key) and row of a table: [query, row].
struct ByDistance
{
    Index rows = 0; // of the table
    std::vector<float> sums;

    template <class RowOf>
    ByDistance(const PositionInput& in, const float* dBias, Index tableRows, bool isByKey, const RowOf& rowOf)
        : rows(tableRows)
        , sums(std::size_t(tableRows * (isByKey ? in.places.keys() : in.places.tokens())), 0.f)
    {
        const Index keys = in.places.keys();
        for (Index query = 0; query < in.places.tokens(); ++query)
            for (Index key = 0; key < keys; ++key)
                sums[std::size_t((isByKey ? key : query) * rows + rowOf(in.queryPosition(query) - in.keyPosition(key)))]
                    += dBias[query * keys + key];
    }
};

/// A table of one head on the way back: its numbers, rows `stride` apart, and their gradient, which may be null.
struct TableBack
{
    const float* numbers;
    float* gradient;
    Index stride;
};

/// Back through scores = scale · x_row · tableᵀ of rows of x [row, `xStride` apart] and of the table.
void throughTable(const PositionInput& in, const ByDistance& d, const Factor& x, float* dx, const TableBack& table)
{
    const Index count = Index(d.sums.size()) / d.rows;
    addProduct({count, in.dHead, d.rows, in.scale}, {d.sums.data(), d.rows}, {table.numbers, table.stride}, dx, x.stride);
    if (table.gradient)
        addProduct({d.rows, in.dHead, count, in.scale}, {d.sums.data(), d.rows, true}, x, table.gradient, table.stride);
}

const float* headOf(const Tensor& matrix, Index head) { return matrix.data() + head * matrix.dim(1) * matrix.dim(2); }

/// Heads one after the other: they add to the same numbers, always in the same order.
template <class One>
void eachHead(const PositionInput& in, const One& one)
{
    makeLibrariesSingleThreaded();
    for (Index head = 0; head < in.heads; ++head) {
        in.attn.control().check();
        one(head);
    }
}

/// Queries and keys of a head.
Factor queriesOf(const PositionInput& in, Index head) { return {in.q + head * in.dHead, in.heads * in.dHead}; }
Factor keysOf(const PositionInput& in, Index head) { return {in.k + in.kvHead(head) * in.dHead, in.kvHeads * in.dHead}; }

const float* valuesOf(const PositionInput& in, const char* name, const Shape& shape)
{
    return in.attn.weight(name, shape, Init::Projection)->values().data();
}

} // namespace

void learnedRowsBackward(const BackScope& model, std::span<const Index> positions, Index offset, const Tensor& dRows)
{
    float* table = model.weightGradient("pos_embed.weight");
    for (Index t = 0; table && t < dRows.rows(); ++t) {
        float* row = table + std::max<Index>(0, positions[std::size_t(t)] + offset) * dRows.columns();
        for (Index i = 0; i < dRows.columns(); ++i)
            row[i] += dRows.row(t)[i];
    }
}

// --- Shaw ---------------------------------------------------------------------------------------------------------------

void Shaw::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    const Index rows = 2 * clip + 1;
    const TableBack table{
        valuesOf(in, "rel_k.weight", {rows, in.dHead}), gradients.attn.weightGradient("rel_k.weight"), in.dHead};
    eachHead(in, [&](Index head) {
        const ByDistance d(
            in, headOf(dBias, head), rows, false, [this](Index queryMinusKey) { return rowOf(-queryMinusKey); });
        throughTable(in, d, queriesOf(in, head), gradients.q.data() + head * in.dHead, table);
    });
}

void Shaw::mixBackward(
    const PositionInput& in, const BackScope& attn, const Tensor& dZ, const Tensor& pattern, Tensor& dPattern) const
{
    const Index rows = 2 * clip + 1, tokens = in.places.tokens(), keys = in.places.keys(), stride = in.heads * in.dHead;
    const float* table = valuesOf(in, "rel_v.weight", {rows, in.dHead});
    float* gradient = attn.weightGradient("rel_v.weight");
    std::vector<float> products(std::size_t(tokens * rows)); // dz · a^V of each query and distance
    eachHead(in, [&](Index head) {
        const float* of = dZ.data() + head * in.dHead;
        productTransposed(tokens, rows, in.dHead, 1.f, of, stride, table, in.dHead, products.data(), rows);
        float* to = dPattern.data() + head * tokens * keys;
        for (Index query = 0; query < tokens; ++query)
            for (Index key = 0; key < keys; ++key)
                to[query * keys + key]
                    += products[std::size_t(query * rows + rowOf(in.keyPosition(key) - in.queryPosition(query)))];
        if (!gradient)
            return;
        const ByDistance share(
            in, headOf(pattern, head), rows, false, [this](Index queryMinusKey) { return rowOf(-queryMinusKey); });
        addProduct({rows, in.dHead, tokens}, {share.sums.data(), rows, true}, {of, stride}, gradient, in.dHead);
    });
}

// --- Transformer-XL -----------------------------------------------------------------------------------------------------

void TransformerXl::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    const Index farthest = in.farthest(), rows = 2 * farthest + 1, width = in.heads * in.dHead, keys = in.places.keys();
    const Tensor sinusoids = sinusoidsOf(in, farthest), r = projectedRows(in, "r", sinusoids, in.heads, false);
    const float *u = valuesOf(in, "u.weight", {in.heads, in.dHead}), *w = valuesOf(in, "w.weight", {in.heads, in.dHead});
    float *dU = gradients.attn.weightGradient("u.weight"), *dW = gradients.attn.weightGradient("w.weight");
    Tensor dR = gradients.attn.zeros(r);
    std::vector<float> ofKey, ofRow, unused(std::size_t(in.dHead));
    eachHead(in, [&](Index head) {
        const float* d = headOf(dBias, head);
        const ByDistance byRow(in, d, rows, false, [farthest](Index distance) { return distance + farthest; });
        const TableBack table{r.data() + head * in.dHead, dR.data() + head * in.dHead, width};
        throughTable(in, byRow, queriesOf(in, head), gradients.q.data() + head * in.dHead, table);

        // u · k of each key and w · r of each row: the same for every query.
        ofKey.assign(std::size_t(keys), 0.f);
        ofRow.assign(std::size_t(rows), 0.f);
        for (Index query = 0; query < in.places.tokens(); ++query) {
            for (Index key = 0; key < keys; ++key)
                ofKey[std::size_t(key)] += d[query * keys + key];
            for (Index row = 0; row < rows; ++row)
                ofRow[std::size_t(row)] += byRow.sums[std::size_t(query * rows + row)];
        }
        const auto outer = [&](const std::vector<float>& sums, const float* vector, const Factor& of, float* dOf, float* dVector) {
            const Index count = Index(sums.size());
            addProduct({count, in.dHead, 1, in.scale}, {sums.data(), 1}, {vector, in.dHead}, dOf, of.stride);
            addProduct({1, in.dHead, count, in.scale}, {sums.data(), count}, of, dVector ? dVector : unused.data(), in.dHead);
        };
        outer(ofKey, u + head * in.dHead, keysOf(in, head), gradients.k.data() + in.kvHead(head) * in.dHead,
            dU ? dU + head * in.dHead : nullptr);
        outer(ofRow, w + head * in.dHead, {table.numbers, width}, table.gradient, dW ? dW + head * in.dHead : nullptr);
    });
    Tensor none = gradients.attn.zeros(sinusoids); // sinusoids are computed
    gradients.attn.linear("r", sinusoids, dR, false, none);
}

// --- T5 -----------------------------------------------------------------------------------------------------------------

void T5Buckets::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    float* table = gradients.attn.weightGradient("rel_bias.weight");
    const Index farthest = in.farthest(), keys = in.places.keys();
    std::vector<Index> byDistance;
    for (Index distance = -farthest; distance <= farthest; ++distance)
        byDistance.push_back(bucketOf(distance));
    for (Index head = 0; table && head < in.heads; ++head)
        for (Index query = 0; query < in.places.tokens(); ++query)
            for (Index key = 0; key < keys; ++key) {
                const Index distance = in.keyPosition(key) - in.queryPosition(query);
                table[byDistance[std::size_t(distance + farthest)] * in.heads + head] += headOf(dBias, head)[query * keys + key];
            }
}

// --- DeBERTa ------------------------------------------------------------------------------------------------------------

void Disentangled::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    const Index rows = tableRows();
    const auto row = [this](Index distance) { return rowOf(distance); };
    // A projection of the table, multiplied by what the other side of the score is, and back through the matrix of its name.
    const auto through = [&](const char* shared, const char* own, Index heads, bool isByKey) {
        const char* name = shareProjections ? shared : own;
        const Tensor table = projectedRows(in, name, *in.relativeEmbedding, heads, in.bias);
        Tensor dTable = gradients.attn.zeros(table);
        eachHead(in, [&](Index head) {
            const Index ofTable = (isByKey ? head : in.kvHead(head)) * in.dHead;
            const ByDistance d(in, headOf(dBias, head), rows, isByKey, row);
            float* other = isByKey ? gradients.k.data() + in.kvHead(head) * in.dHead : gradients.q.data() + head * in.dHead;
            throughTable(in, d, isByKey ? keysOf(in, head) : queriesOf(in, head), other,
                {table.data() + ofTable, dTable.data() + ofTable, heads * in.dHead});
        });
        gradients.attn.linear(name, *in.relativeEmbedding, dTable, in.bias, *gradients.relativeEmbedding);
    };
    if (contentToPosition)
        through("k", "pos_k", in.kvHeads, false);
    if (positionToContent)
        through("q", "pos_q", in.heads, true);
}

} // namespace core
