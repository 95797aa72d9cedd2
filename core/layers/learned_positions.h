#pragma once

// Learned positions: a table with a row for each position, added to the embedding.

#include "core/layers/position_kind.h"

namespace core {

/// A table of vectors, row p + offset, never below 0 (padding is before the first position). Weight pos_embed.weight
/// [context + offset, d_model]. Past its last row: Error.
struct Learned : PositionKind
{
    static constexpr KindInfo info{"learned", CUTAWAY_TR("Learned"), "x + P[p]"};
    static constexpr bool addsToEmbedding = true;
    Index offset = 0;

    void eachParam(auto&& visit) { visit(ParamInfo{"learned.offset", CUTAWAY_TR("Offset"), 0, 1 << 20}, offset); }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const;
    void embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const;
    std::optional<Index> tableRow(Index position) const { return position + offset; }
    bool operator==(const Learned&) const = default;
};

} // namespace core
