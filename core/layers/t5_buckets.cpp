#include "core/layers/t5_buckets.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace core {

namespace {

/// The buckets of all distances j − i of a text, from the least on.
struct Buckets
{
    Index farthest;
    std::vector<Index> numbers;

    Buckets(const T5Buckets& kind, const PositionInput& in)
        : farthest(in.farthest())
    {
        for (Index distance = -farthest; distance <= farthest && !in.attn.planning(); ++distance)
            numbers.push_back(kind.bucketOf(distance));
    }
    Index of(Index distance) const { return numbers[std::size_t(distance + farthest)]; }
};

} // namespace

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
    const WeightTensor* weight = in.attn.weight(
        {.name = "rel_bias.weight", .shape = {buckets, in.heads}, .init = Init::Projection, .sharedWith = lender});
    const float* table = weight ? weight->values().data() : nullptr;
    return {{"bias",
        [in, table, bucket = std::make_shared<const Buckets>(*this, in)](const ScoreTile& tile, float* out, Index stride) {
            for (Index row = 0; row < tile.rows; ++row)
                for (Index key = 0; key < tile.keys; ++key) {
                    const Index distance = in.keyPosition(key) - in.queryPosition(tile.first + row);
                    out[row * stride + key] = table[bucket->of(distance) * in.heads + tile.head];
                }
        }}};
}

void T5Buckets::biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const
{
    float* table = gradients.attn.weightGradient("rel_bias.weight");
    const Buckets bucket(*this, in);
    const float* d = dBias.data();
    for (Index head = 0; table && head < in.heads; ++head)
        for (Index query = 0; query < in.places.tokens(); ++query)
            for (Index key = 0; key < in.places.keys(); ++key, ++d)
                table[bucket.of(in.keyPosition(key) - in.queryPosition(query)) * in.heads + head] += *d;
}

} // namespace core
