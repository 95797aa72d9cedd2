#include "core/layers/transformer_xl.h"

#include "core/base/row_products.h"
#include "core/layers/distance_table.h"
#include "core/layers/sinusoidal.h"

namespace core {

namespace {

/// Sines and cosines of every distance i − j in [−farthest, farthest], [row, d_model]; one empty row in a plan.
Tensor sinusoidsOf(const PositionInput& in, Index farthest)
{
    const Index rows = 2 * farthest + 1;
    Tensor sinusoids("sinusoids", {"row", axis::dModel}, {in.attn.planning() ? 1 : rows, in.dModel});
    for (Index row = 0; !in.attn.planning() && row < rows; ++row)
        sinusoid(double(row - farthest), {.layout = SinusoidalLayout::Halves}, sinusoids.row(row), in.dModel);
    return sinusoids;
}

/// r of every distance, and u and w of every head, which both ways read.
struct Vectors
{
    Index farthest, rows, dHead, width;
    Tensor sinusoids; // [row, d_model]
    Tensor r;         // [row, heads · d_head]
    const float *u, *w;

    explicit Vectors(const PositionInput& in)
        : farthest(in.farthest())
        , rows(2 * farthest + 1)
        , dHead(in.dHead)
        , width(in.heads * in.dHead)
        , sinusoids(sinusoidsOf(in, farthest))
        , r(distance_table::projected(in, "r", sinusoids, in.heads, false))
        , u(distance_table::weight(in, "u.weight", {in.heads, in.dHead}))
        , w(distance_table::weight(in, "w.weight", {in.heads, in.dHead}))
    {
    }
    Index rowOf(Index distance) const { return distance + farthest; }
    distance_table::Table ofHead(Index head) const { return {r.data() + head * dHead, rows, width}; }
};

/// u · k, the same for every query.
BiasTerm contentTerm(const PositionInput& in, const float* u)
{
    return {"bias_u", [in, u](const ScoreTile& tile, float* out, Index stride) {
                const float* of = u + tile.head * in.dHead;
                for (Index key = 0; key < tile.keys; ++key) {
                    const float* k = in.k + (key * in.kvHeads + in.kvHead(tile.head)) * in.dHead;
                    float sum = 0.f;
                    for (Index d = 0; d < in.dHead; ++d)
                        sum += of[d] * k[d];
                    for (Index row = 0; row < tile.rows; ++row)
                        out[row * stride + key] = sum * in.scale;
                }
            }};
}

/// w · r, the same for every query of a distance.
BiasTerm positionTerm(const PositionInput& in, const Vectors& of)
{
    return {"bias_wr", [in, of](const ScoreTile& tile, float* out, Index stride) {
                const distance_table::Table table = of.ofHead(tile.head);
                std::vector<float> scores(std::size_t(table.rows));
                rowProduct({1, table.rows, in.dHead, in.scale}, {of.w + tile.head * in.dHead, in.dHead},
                    {table.numbers, table.stride, true}, scores.data(), table.rows);
                for (Index row = 0; row < tile.rows; ++row)
                    for (Index key = 0; key < tile.keys; ++key)
                        out[row * stride + key]
                            = scores[std::size_t(of.rowOf(in.queryPosition(tile.first + row) - in.keyPosition(key)))];
            }};
}

/// Back through scale · vector · row of what is scored, from the sums of each row's gradients.
struct VectorBack
{
    const PositionInput& in;
    const float* vector;
    float* dVector; // may be null

    void through(const std::vector<float>& sums, const Factor& of, float* dOf) const
    {
        const Index count = Index(sums.size());
        addProduct({count, in.dHead, 1, in.scale}, {sums.data(), 1}, {vector, in.dHead}, dOf, of.stride);
        if (dVector)
            addProduct({1, in.dHead, count, in.scale}, {sums.data(), count}, of, dVector, in.dHead);
    }
};

} // namespace

std::vector<BiasTerm> TransformerXl::bias(const PositionInput& in) const
{
    const Vectors of(in);
    return {contentTerm(in, of.u),
        distance_table::lookUp(
            "bias_qr", in, [of](Index head) { return of.ofHead(head); },
            [farthest = of.farthest](Index distance) { return distance + farthest; }),
        positionTerm(in, of)};
}

void TransformerXl::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    const Vectors of(in);
    const Index keys = in.places.keys();
    float *dU = gradients.attn.weightGradient("u.weight"), *dW = gradients.attn.weightGradient("w.weight");
    Tensor dR = gradients.attn.zeros(of.r);
    std::vector<float> ofKey, ofRow;
    distance_table::eachHead(in, [&](Index head) {
        const float* d = distance_table::headOf(dBias, head);
        const distance_table::Sums byRow(in, d, of.rows, false, [&](Index distance) { return of.rowOf(distance); });
        const Index at = head * in.dHead;
        const distance_table::TableBack table{of.r.data() + at, dR.data() + at, of.width};
        distance_table::through(in, byRow, distance_table::queriesOf(in, head), gradients.q.data() + at, table);

        // u · k of each key and w · r of each row: the same for every query.
        ofKey.assign(std::size_t(keys), 0.f);
        ofRow.assign(std::size_t(of.rows), 0.f);
        for (Index query = 0; query < in.places.tokens(); ++query) {
            for (Index key = 0; key < keys; ++key)
                ofKey[std::size_t(key)] += d[query * keys + key];
            for (Index row = 0; row < of.rows; ++row)
                ofRow[std::size_t(row)] += byRow.numbers[std::size_t(query * of.rows + row)];
        }
        VectorBack{in, of.u + at, dU ? dU + at : nullptr}.through(
            ofKey, distance_table::keysOf(in, head), gradients.k.data() + in.kvHead(head) * in.dHead);
        VectorBack{in, of.w + at, dW ? dW + at : nullptr}.through(ofRow, {table.numbers, table.stride}, table.gradient);
    });
    Tensor none = gradients.attn.zeros(of.sinusoids); // sinusoids are computed
    gradients.attn.linear("r", of.sinusoids, dR, false, none);
}

} // namespace core
