#pragma once

// Relative positions of DeBERTa: content and position apart, each meets the other.

#include "core/layers/learned_positions.h"
#include "core/layers/position_kind.h"

namespace core {

/// He et al. 2021 (DeBERTa-v2): content to position q·K_r[i−j] and position to content k·Q_r[i−j], from one table of
/// embedded distances rel_embed [2·buckets, d_model], or 2·max_distance without buckets, (normalised by ln_rel) for all layers.
/// Weights attn.pos_k [kv_heads·d_head, d_model] and attn.pos_q [heads·d_head, d_model], or those of attn.k and attn.q when
/// shared. With `addsToEmbedding` a learned table pos_embed [context, d_model] is added, too.
struct Disentangled : PositionKind
{
    static constexpr KindInfo info{"disentangled", CUTAWAY_TR("Disentangled (DeBERTa)"), "q·k + q·k_r[i−j] + k·q_r[i−j]"};
    Index buckets = 32; // 0: a row for each distance
    Index maxDistance = 128;
    bool shareProjections = true;
    bool contentToPosition = true;
    bool positionToContent = true;
    bool isNormed = true; // the table, by ln_rel
    bool addsToEmbedding = false;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"disentangled.buckets", CUTAWAY_TR("Buckets"), 0, 1 << 16}, buckets);
        visit(ParamInfo{"disentangled.max_distance", CUTAWAY_TR("Farthest bucket from"), 3, 1 << 24}, maxDistance);
        visit(ParamInfo{"disentangled.share_projections", CUTAWAY_TR("Shared projections")}, shareProjections);
        visit(ParamInfo{"disentangled.content_to_position", CUTAWAY_TR("Content to position")}, contentToPosition);
        visit(ParamInfo{"disentangled.position_to_content", CUTAWAY_TR("Position to content")}, positionToContent);
        visit(ParamInfo{"disentangled.norm", CUTAWAY_TR("Norm of the table")}, isNormed);
        visit(ParamInfo{"disentangled.absolute", CUTAWAY_TR("With learned positions")}, addsToEmbedding);
    }
    Tensor embed(const Scope& model, std::span<const Index> positions, Index dModel, Index context) const
    {
        return Learned{}.embed(model, positions, dModel, context);
    }
    void embedBackward(const BackScope& model, std::span<const Index> positions, const Tensor& dTable) const
    {
        Learned{}.embedBackward(model, positions, dTable);
    }
    Index span() const { return buckets > 0 ? buckets : maxDistance; }
    Index tableRows() const { return 2 * span(); }
    /// Row of the table for a distance i − j.
    Index rowOf(Index distance) const;
    std::optional<Index> distanceRow(Index queryMinusKey) const { return rowOf(queryMinusKey); }
    std::vector<BiasTerm> bias(const PositionInput& in) const;
    void biasBackward(const PositionInput& in, const Tensor& dBias, const PositionGradients& gradients) const;
    /// He et al. 2021 divide by the number of terms, the content included.
    double scoreTerms() const { return 1.0 + double(contentToPosition) + double(positionToContent); }
    std::optional<EmbeddedDistances> distanceTable() const { return EmbeddedDistances{tableRows(), isNormed}; }
    std::optional<Index> tableRow(Index position) const { return addsToEmbedding ? Learned{}.tableRow(position) : std::nullopt; }
    bool operator==(const Disentangled&) const = default;

private:
    /// One of both terms: what it is called, which projection of the table it reads, of so many heads, and whether it is
    /// multiplied by keys or by queries.
    struct Term
    {
        const char *name, *projection;
        Index heads;
        bool isByKey;

        Index headOfTable(const PositionInput& in, Index head) const { return isByKey ? head : in.kvHead(head); }
    };
    std::vector<Term> terms(const PositionInput& in) const;
};

} // namespace core
