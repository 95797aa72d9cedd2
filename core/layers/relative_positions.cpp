#include "core/layers/relative_positions.h"

#include "core/base/kernels.h"
#include "core/base/row_products.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace core {

namespace {

/// A table of numbers by distance: out[row, key] = scale · x_row · table[rowOf(distance)], x_row the query (or the key) of
/// this head. Table rows are `tableStride` apart.
struct DistanceTable
{
    const float* numbers = nullptr;
    Index rows = 0;
    Index stride = 0;
};

/// Scores of all queries of a tile with all rows of a table, [row, table row].
const float* scoresWithTable(const PositionInput& in, const ScoreTile& tile, const float* queries, const DistanceTable& table)
{
    thread_local std::vector<float> scores;
    scores.resize(std::size_t(tile.rows * table.rows));
    rowProduct({tile.rows, table.rows, in.dHead, in.scale},
        {queries + (tile.first * in.heads + tile.head) * in.dHead, in.heads * in.dHead}, {table.numbers, table.stride, true},
        scores.data(), table.rows);
    return scores.data();
}

/// A bias term that looks up the query's scores with a table by the distance query − key.
template <class RowOf>
BiasTerm lookUp(std::string name, const PositionInput& in, const float* queries, std::function<DistanceTable(Index head)> table,
    const RowOf& rowOf)
{
    return {std::move(name), [in, queries, table, rowOf](const ScoreTile& tile, float* out, Index stride) {
                const DistanceTable of = table(tile.head);
                const float* scores = scoresWithTable(in, tile, queries, of);
                for (Index row = 0; row < tile.rows; ++row)
                    for (Index key = 0; key < tile.keys; ++key)
                        out[row * stride + key]
                            = scores[row * of.rows + rowOf(in.queryPosition(tile.first + row) - in.keyPosition(key))];
            }};
}

const float* valuesOf(const WeightTensor* weight) { return weight ? weight->values().data() : nullptr; }

Index clipped(Index value, Index limit) { return std::clamp(value, -limit, limit); }

} // namespace

Index PositionInput::farthest() const
{
    Index most = 0;
    for (const Index position : places.positions)
        most = std::max(most, position);
    for (const Index position : places.keyPositions)
        most = std::max(most, position);
    return most;
}

Tensor projectedRows(const PositionInput& in, std::string_view name, const Tensor& rows, Index heads, bool bias)
{
    Tensor out("projection", {"row", axis::dModel}, {rows.rows(), heads * in.dHead}, nullptr, nullptr);
    // The table is projected once a text. A plan counts its matrix once: as one row, or as the tokens that share it.
    if (in.attn.planning() && (name == "q" || name == "k"))
        return out;
    if (!in.attn.planning())
        out = Tensor("projection", {"row", axis::dModel}, {rows.rows(), heads * in.dHead});
    in.attn.linear(name, rows, in.dModel, heads * in.dHead, bias, out);
    return out;
}

void sinusoid(double position, const SinusoidForm& form, float* row, Index width)
{
    const bool isByWidth = form.waves == SinusoidalWaves::ByWidth;
    const Index half = isByWidth ? (width + 1) / 2 : width / 2; // an odd number at the end is 0 in the other
    const double most = isByWidth ? double(width) / 2.0 : std::max(1.0, double(half) - 1.0);
    if (width % 2 != 0)
        row[width - 1] = 0.f;
    for (Index i = 0; i < half; ++i) {
        const double angle = position * std::pow(10000.0, -double(i) / most);
        const Index sine = form.layout == SinusoidalLayout::Interleaved ? 2 * i : i;
        const Index cosine = form.layout == SinusoidalLayout::Interleaved ? 2 * i + 1 : half + i;
        row[sine] = float(std::sin(angle));
        if (cosine < width)
            row[cosine] = float(std::cos(angle));
    }
}

Tensor learnedRows(const Scope& model, std::span<const Index> positions, Index offset, const Shape& shape)
{
    const WeightTensor* table = model.weight("pos_embed.weight", shape, Init::Embedding);
    Tensor result = model.make("pos_embed", {axis::token, axis::dModel}, {Index(positions.size()), shape[1]});
    if (table)
        for (Index t = 0; t < result.rows(); ++t)
            table->read(std::max<Index>(0, positions[std::size_t(t)] + offset), 1, result.row(t));
    return result;
}

// --- Shaw ---------------------------------------------------------------------------------------------------------------

std::vector<BiasTerm> Shaw::bias(const PositionInput& in) const
{
    const Index rows = 2 * clip + 1, limit = clip;
    const float* table = valuesOf(in.attn.weight("rel_k.weight", {rows, in.dHead}, Init::Projection));
    const DistanceTable of{table, rows, in.dHead};
    return {lookUp(
        "bias", in, in.q, [of](Index) { return of; },
        [limit](Index queryMinusKey) { return clipped(-queryMinusKey, limit) + limit; })};
}

decltype(ScoreInput::addToMix) Shaw::mix(const PositionInput& in) const
{
    const Index rows = 2 * clip + 1, limit = clip;
    const float* table = valuesOf(in.attn.weight("rel_v.weight", {rows, in.dHead}, Init::Projection));
    return [in, rows, limit, table](const ScoreTile& tile, const float* pattern, Index stride, float* z, Index zStride) {
        std::vector<float> share(static_cast<std::size_t>(rows), 0.f); // of the attention that falls on each distance
        for (Index row = 0; row < tile.rows; ++row) {
            std::fill(share.begin(), share.end(), 0.f);
            for (Index key = 0; key < tile.keys; ++key) {
                const Index distance = clipped(in.keyPosition(key) - in.queryPosition(tile.first + row), limit);
                share[std::size_t(distance + limit)] += pattern[row * stride + key];
            }
            for (Index bucket = 0; bucket < rows; ++bucket)
                if (const float weight = share[std::size_t(bucket)]; weight != 0.f)
                    for (Index d = 0; d < in.dHead; ++d)
                        z[row * zStride + d] += weight * table[bucket * in.dHead + d];
        }
    };
}

// --- Transformer-XL -----------------------------------------------------------------------------------------------------

Tensor sinusoidsOf(const PositionInput& in, Index farthest)
{
    const Index rows = 2 * farthest + 1;
    Tensor sinusoids("sinusoids", {"row", axis::dModel}, {in.attn.planning() ? 1 : rows, in.dModel});
    for (Index row = 0; !in.attn.planning() && row < rows; ++row)
        sinusoid(double(row - farthest), {.layout = SinusoidalLayout::Halves}, sinusoids.row(row), in.dModel);
    return sinusoids;
}

std::vector<BiasTerm> TransformerXl::bias(const PositionInput& in) const
{
    // r of every distance i − j in [−farthest, farthest].
    const Index farthest = in.farthest(), rows = 2 * farthest + 1, width = in.heads * in.dHead;
    const Tensor r = projectedRows(in, "r", sinusoidsOf(in, farthest), in.heads, false);
    const float* u = valuesOf(in.attn.weight("u.weight", {in.heads, in.dHead}, Init::Projection));
    const float* w = valuesOf(in.attn.weight("w.weight", {in.heads, in.dHead}, Init::Projection));

    const auto tableOf = [r, rows, width, d = in.dHead](Index head) { return DistanceTable{r.data() + head * d, rows, width}; };
    const auto rowOf = [farthest](Index distance) { return distance + farthest; };

    BiasTerm content{"bias_u", [in, u](const ScoreTile& tile, float* out, Index stride) {
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
    BiasTerm query = lookUp("bias_qr", in, in.q, tableOf, rowOf);
    BiasTerm position{"bias_wr", [in, w, tableOf, rowOf](const ScoreTile& tile, float* out, Index stride) {
                          const DistanceTable table = tableOf(tile.head);
                          std::vector<float> scores(std::size_t(table.rows));
                          rowProduct({1, table.rows, in.dHead, in.scale}, {w + tile.head * in.dHead, in.dHead},
                              {table.numbers, table.stride, true}, scores.data(), table.rows);
                          for (Index row = 0; row < tile.rows; ++row)
                              for (Index key = 0; key < tile.keys; ++key)
                                  out[row * stride + key]
                                      = scores[std::size_t(rowOf(in.queryPosition(tile.first + row) - in.keyPosition(key)))];
                      }};
    return {content, query, position};
}

// --- T5 -----------------------------------------------------------------------------------------------------------------

Index T5Buckets::bucketOf(Index distance) const
{
    Index count = buckets, first = 0;
    if (bidirectional) {
        count /= 2;
        first = distance > 0 ? count : 0;
        distance = std::abs(distance);
    } else
        distance = std::max<Index>(-distance, 0);

    const Index exact = count / 2;
    if (distance < exact)
        return first + distance;
    // In single precision and in this order, as the reference computes it: an edge must not fall on another side.
    const float ratio = std::log(float(distance) / float(exact)) / float(std::log(double(maxDistance) / double(exact)));
    const Index bucket = maxDistance > exact ? exact + Index(ratio * float(count - exact)) : count - 1;
    return first + std::min(bucket, count - 1);
}

std::vector<BiasTerm> T5Buckets::bias(const PositionInput& in) const
{
    // The first layer of the stack lends its table to those that have none: "encoder.blocks.*.attn.rel_bias.weight".
    std::string lender = in.attn.nameOf("rel_bias.weight");
    const std::size_t digits = lender.find("blocks.") + 7;
    lender.replace(digits, lender.find('.', digits) - digits, "*");
    const float* table = valuesOf(in.attn.weight(
        {.name = "rel_bias.weight", .shape = {buckets, in.heads}, .init = Init::Projection, .sharedWith = lender}));

    const Index farthest = in.farthest();
    const auto byDistance = std::make_shared<std::vector<Index>>();
    for (Index distance = -farthest; distance <= farthest && !in.attn.planning(); ++distance)
        byDistance->push_back(bucketOf(distance));
    return {{"bias", [in, table, byDistance, farthest](const ScoreTile& tile, float* out, Index stride) {
                 for (Index row = 0; row < tile.rows; ++row)
                     for (Index key = 0; key < tile.keys; ++key) {
                         const Index distance = in.keyPosition(key) - in.queryPosition(tile.first + row);
                         out[row * stride + key] = table[(*byDistance)[std::size_t(distance + farthest)] * in.heads + tile.head];
                     }
             }}};
}

// --- DeBERTa ------------------------------------------------------------------------------------------------------------

Index Disentangled::rowOf(Index distance) const
{
    // Log buckets beyond half of the table, in single precision as the reference computes them.
    const Index middle = buckets / 2, size = std::abs(distance);
    Index bucket = distance;
    if (buckets > 0 && size > middle) {
        const float ratio = std::log(float(size) / float(middle)) / std::log(float(double(maxDistance - 1) / double(middle)));
        const Index log = maxDistance - 1 > middle ? Index(std::ceil(ratio * float(middle - 1))) + middle : middle;
        bucket = distance < 0 ? -log : log;
    }
    return std::clamp<Index>(bucket + span(), 0, tableRows() - 1);
}

Tensor Disentangled::embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
{
    return learnedRows(model, positions, 0, {context, dModel});
}

std::vector<BiasTerm> Disentangled::bias(const PositionInput& in) const
{
    const Index rows = tableRows(), width = in.heads * in.dHead, kvWidth = in.kvHeads * in.dHead;
    const Tensor none("rel_embed", {"bucket", axis::dModel}, {1, in.dModel}, nullptr, nullptr);
    const Tensor& embedded = in.relativeEmbedding && !in.attn.planning() ? *in.relativeEmbedding : none;
    std::vector<BiasTerm> terms;

    if (contentToPosition) {
        const Tensor keys = projectedRows(in, shareProjections ? "k" : "pos_k", embedded, in.kvHeads, in.bias);
        const auto tableOf = [keys, rows, in, kvWidth](Index head) {
            return DistanceTable{keys.data() + in.kvHead(head) * in.dHead, rows, kvWidth};
        };
        terms.push_back(lookUp(
            "bias_content_to_position", in, in.q, tableOf, [self = *this](Index distance) { return self.rowOf(distance); }));
    }
    if (positionToContent) {
        const Tensor queries = projectedRows(in, shareProjections ? "q" : "pos_q", embedded, in.heads, in.bias);
        const auto fill = [queries, rows, in, width, self = *this](const ScoreTile& tile, float* out, Index stride) {
            std::vector<float> scores(std::size_t(tile.keys * rows)); // of each key with each row of the table
            rowProduct({tile.keys, rows, in.dHead, in.scale}, {in.k + in.kvHead(tile.head) * in.dHead, in.kvHeads * in.dHead},
                {queries.data() + tile.head * in.dHead, width, true}, scores.data(), rows);
            for (Index row = 0; row < tile.rows; ++row)
                for (Index key = 0; key < tile.keys; ++key) {
                    const Index distance = in.queryPosition(tile.first + row) - in.keyPosition(key);
                    out[row * stride + key] = scores[std::size_t(key * rows + self.rowOf(distance))];
                }
        };
        terms.push_back({"bias_position_to_content", fill});
    }
    return terms;
}

} // namespace core
