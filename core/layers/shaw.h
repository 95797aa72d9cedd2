#pragma once

// Relative positions of Shaw: a vector for each clipped distance, one of keys and one of values.

#include "core/layers/position_kind.h"

#include <algorithm>

namespace core {

/// Shaw, Uszkoreit, Vaswani 2018: keys get a^K, values a^V of the clipped distance j − i.
/// Weights attn.rel_k, attn.rel_v [2·clip + 1, d_head], one table per layer for all heads.
struct Shaw : PositionKind
{
    static constexpr KindInfo info{"shaw", CUTAWAY_TR("Relative (Shaw)"), "q·(k + a^K[j−i]), v + a^V[j−i]"};
    Index clip = 16;

    void eachParam(auto&& visit) { visit(ParamInfo{"shaw.clip", CUTAWAY_TR("Clip"), 1, 1 << 16}, clip); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    decltype(ScoreInput::addToMix) mix(const PositionInput& in) const;
    void mixBackward(
        const PositionInput& in, const BackScope& attn, const Tensor& dZ, const Tensor& pattern, Tensor& dPattern) const;
    Index tableRows() const { return 2 * clip + 1; }
    /// Row of both tables for a distance j − i.
    Index rowOf(Index distance) const { return std::clamp(distance, -clip, clip) + clip; }
    std::optional<Index> distanceRow(Index queryMinusKey) const { return rowOf(-queryMinusKey); }
    BiasOfCell biasOfCell(const ScoreCell& cell) const
    {
        return bias_of_cell::QueryTimesRow{"rel_k.weight", rowOf(cell.key - cell.query)};
    }
    std::optional<ValueRow> valueRow(Index query, Index key) const { return ValueRow{"rel_v.weight", rowOf(key - query)}; }
    bool operator==(const Shaw&) const = default;
};

} // namespace core
