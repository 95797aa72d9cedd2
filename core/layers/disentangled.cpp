#include "core/layers/disentangled.h"

#include "core/base/row_products.h"
#include "core/layers/distance_table.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// As distance_table::lookUp(), with the scores of keys in place of those of queries.
BiasTerm lookUpByKey(
    const char* name, const PositionInput& in, std::function<distance_table::Table(Index head)> tableOf, const Disentangled& kind)
{
    return {name, [in, tableOf = std::move(tableOf), kind](const ScoreTile& tile, float* out, Index stride) {
                const distance_table::Table table = tableOf(tile.head);
                std::vector<float> scores(std::size_t(tile.keys * table.rows)); // of each key with each row of the table
                rowProduct({tile.keys, table.rows, in.dHead, in.scale}, distance_table::keysOf(in, tile.head),
                    {table.numbers, table.stride, true}, scores.data(), table.rows);
                for (Index row = 0; row < tile.rows; ++row)
                    for (Index key = 0; key < tile.keys; ++key) {
                        const Index distance = in.queryPosition(tile.first + row) - in.keyPosition(key);
                        out[row * stride + key] = scores[std::size_t(key * table.rows + kind.rowOf(distance))];
                    }
            }};
}

} // namespace

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

std::vector<Disentangled::Term> Disentangled::terms(const PositionInput& in) const
{
    std::vector<Term> result;
    if (contentToPosition)
        result.push_back({"bias_content_to_position", shareProjections ? "k" : "pos_k", in.kvHeads, false});
    if (positionToContent)
        result.push_back({"bias_position_to_content", shareProjections ? "q" : "pos_q", in.heads, true});
    return result;
}

std::vector<BiasTerm> Disentangled::bias(const PositionInput& in) const
{
    const Tensor none("rel_embed", {"bucket", axis::dModel}, {1, in.dModel}, nullptr, nullptr);
    const Tensor& embedded = in.relativeEmbedding && !in.attn.planning() ? *in.relativeEmbedding : none;
    std::vector<BiasTerm> result;
    for (const Term& term : terms(in)) {
        const Tensor projected = distance_table::projected(in, term.projection, embedded, term.heads, in.bias);
        const auto tableOf = [projected, in, term, rows = tableRows()](Index head) {
            return distance_table::Table{projected.data() + term.headOfTable(in, head) * in.dHead, rows, term.heads * in.dHead};
        };
        result.push_back(term.isByKey ? lookUpByKey(term.name, in, tableOf, *this)
                                      : distance_table::lookUp(term.name, in, tableOf,
                                            [self = *this](Index distance) { return self.rowOf(distance); }));
    }
    return result;
}

void Disentangled::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    // A projection of the table, multiplied by what the other side of the score is, and back through the matrix of its name.
    for (const Term& term : terms(in)) {
        const Tensor projected = distance_table::projected(in, term.projection, *in.relativeEmbedding, term.heads, in.bias);
        Tensor dProjected = gradients.attn.zeros(projected);
        distance_table::eachHead(in, [&](Index head) {
            const Index at = term.headOfTable(in, head) * in.dHead;
            const distance_table::Sums d(in, distance_table::headOf(dBias, head), tableRows(), term.isByKey,
                [this](Index distance) { return rowOf(distance); });
            const distance_table::TableBack table{projected.data() + at, dProjected.data() + at, term.heads * in.dHead};
            if (term.isByKey)
                distance_table::through(
                    in, d, distance_table::keysOf(in, head), gradients.k.data() + in.kvHead(head) * in.dHead, table);
            else
                distance_table::through(in, d, distance_table::queriesOf(in, head), gradients.q.data() + head * in.dHead, table);
        });
        gradients.attn.linear(term.projection, *in.relativeEmbedding, dProjected, in.bias, *gradients.relativeEmbedding);
    }
}

} // namespace core
