#pragma once

// Relative positions of T5: a number for each head and bucket of distances.

#include "core/layers/position_kind.h"

namespace core {

/// Raffel et al. 2020 (T5): a learned number for each head and bucket of distances; near distances one bucket each, far ones
/// share buckets that grow. Weight attn.rel_bias [buckets, heads], of layer 0 for all layers unless stored in each.
struct T5Buckets : PositionKind
{
    static constexpr KindInfo info{"t5_buckets", CUTAWAY_TR("Buckets (T5)"), "QKᵀ + b[bucket(j − i)]"};
    Index buckets = 32;
    Index maxDistance = 128;
    bool bidirectional = false; // true in an encoder unless said

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"t5.buckets", CUTAWAY_TR("Buckets"), 4, 1 << 16}, buckets);
        visit(ParamInfo{"t5.max_distance", CUTAWAY_TR("Farthest bucket from"), 2, 1 << 24}, maxDistance);
        visit(ParamInfo{"t5.bidirectional", CUTAWAY_TR("Both directions")}, bidirectional);
    }
    /// Bucket of a key at this distance j − i.
    Index bucketOf(Index distance) const;
    std::optional<Index> distanceRow(Index queryMinusKey) const { return bucketOf(-queryMinusKey); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    BiasOfCell biasOfCell(const ScoreCell& cell) const
    {
        return bias_of_cell::TableCell{"rel_bias.weight", bucketOf(cell.key - cell.query), cell.head};
    }
    bool operator==(const T5Buckets&) const = default;
};

} // namespace core
