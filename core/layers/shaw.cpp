#include "core/layers/shaw.h"

#include "core/layers/distance_table.h"

namespace core {

using distance_table::Sums;

std::vector<BiasTerm> Shaw::bias(const PositionInput& in) const
{
    const distance_table::Table keys{distance_table::weight(in, "rel_k.weight", {tableRows(), in.dHead}), tableRows(), in.dHead};
    return {distance_table::lookUp(
        "bias", in, [keys](Index) { return keys; }, [self = *this](Index queryMinusKey) { return self.rowOf(-queryMinusKey); })};
}

void Shaw::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    const distance_table::TableBack keys{distance_table::weight(in, "rel_k.weight", {tableRows(), in.dHead}),
        gradients.attn.weightGradient("rel_k.weight"), in.dHead};
    distance_table::eachHead(in, [&](Index head) {
        const Sums d(in, distance_table::headOf(dBias, head), tableRows(), false,
            [this](Index queryMinusKey) { return rowOf(-queryMinusKey); });
        distance_table::through(in, d, distance_table::queriesOf(in, head), gradients.q.data() + head * in.dHead, keys);
    });
}

decltype(ScoreInput::addToMix) Shaw::mix(const PositionInput& in) const
{
    const float* values = distance_table::weight(in, "rel_v.weight", {tableRows(), in.dHead});
    return [in, values, self = *this](const ScoreTile& tile, const float* pattern, Index stride, float* z, Index zStride) {
        const Index rows = self.tableRows();
        std::vector<float> share(static_cast<std::size_t>(rows), 0.f); // of the attention that falls on each distance
        for (Index row = 0; row < tile.rows; ++row) {
            std::fill(share.begin(), share.end(), 0.f);
            for (Index key = 0; key < tile.keys; ++key)
                share[std::size_t(self.rowOf(in.keyPosition(key) - in.queryPosition(tile.first + row)))]
                    += pattern[row * stride + key];
            for (Index distance = 0; distance < rows; ++distance)
                if (const float weight = share[std::size_t(distance)]; weight != 0.f)
                    for (Index d = 0; d < in.dHead; ++d)
                        z[row * zStride + d] += weight * values[distance * in.dHead + d];
        }
    };
}

void Shaw::mixBackward(
    const PositionInput& in, const BackScope& attn, const Tensor& dZ, const Tensor& pattern, Tensor& dPattern) const
{
    const Index rows = tableRows(), tokens = in.places.tokens(), keys = in.places.keys(), stride = in.heads * in.dHead;
    const float* values = distance_table::weight(in, "rel_v.weight", {rows, in.dHead});
    float* gradient = attn.weightGradient("rel_v.weight");
    std::vector<float> products(std::size_t(tokens * rows)); // dz · a^V of each query and distance
    distance_table::eachHead(in, [&](Index head) {
        const float* of = dZ.data() + head * in.dHead;
        productTransposed(tokens, rows, in.dHead, 1.f, of, stride, values, in.dHead, products.data(), rows);
        float* to = dPattern.data() + head * tokens * keys;
        for (Index query = 0; query < tokens; ++query)
            for (Index key = 0; key < keys; ++key)
                to[query * keys + key]
                    += products[std::size_t(query * rows + rowOf(in.keyPosition(key) - in.queryPosition(query)))];
        if (!gradient)
            return;
        const Sums share(in, distance_table::headOf(pattern, head), rows, false,
            [this](Index queryMinusKey) { return rowOf(-queryMinusKey); });
        addProduct({rows, in.dHead, tokens}, {share.numbers.data(), rows, true}, {of, stride}, gradient, in.dHead);
    });
}

} // namespace core
