#pragma once

// Sharing of keys and values by query heads. The number of key/value heads is in BlockConfig::kvHeads.

#include "core/base/kind.h"
#include "core/base/tensor.h"

namespace core {

/// Defaults of what others ask of a kind.
struct SharingKind
{
    static constexpr bool choosesKvHeads = false; // their number is a choice of its own

    /// Width of the keys that queries are multiplied by, and of its part that is for positions only, all of which turns.
    Index keyWidth(Index dHead) const { return dHead; }
    Index dTurning() const { return 0; }

    /// Numbers that a cache keeps of a token.
    Index cacheNumbersPerToken(Index kvHeads, Index dHead) const { return 2 * kvHeads * dHead; }
    bool operator==(const SharingKind&) const = default;
};

/// Vaswani et al. 2017: each query head has its own keys and values.
struct MultiHead : SharingKind
{
    static constexpr KindInfo info{"multi_head", CUTAWAY_TR("Multi-head"), "n_kv = n_heads"};
    static Index kvHeads(Index heads, Index /*said*/) { return heads; }
    bool operator==(const MultiHead&) const = default;
};

/// Ainslie et al. 2023: groups of query heads share keys and values.
struct GroupedQuery : SharingKind
{
    static constexpr KindInfo info{"grouped_query", CUTAWAY_TR("Grouped-query"), "n_kv divides n_heads"};
    static constexpr bool choosesKvHeads = true;
    static Index kvHeads(Index heads, Index said); // said, or the largest proper divisor that is at most heads / 2
    bool operator==(const GroupedQuery&) const = default;
};

/// Shazeer 2019: all query heads share one.
struct MultiQuery : SharingKind
{
    static constexpr KindInfo info{"multi_query", CUTAWAY_TR("Multi-query"), "n_kv = 1"};
    static Index kvHeads(Index /*heads*/, Index /*said*/) { return 1; }
    bool operator==(const MultiQuery&) const = default;
};

/// DeepSeek-V2 2024 (MLA): all heads' keys and values are expanded from one latent vector per token (latent_attention.h).
struct Latent : SharingKind
{
    static constexpr KindInfo info{"latent", CUTAWAY_TR("Latent (MLA)"), "[k; v] = W_b · norm(W_a x)"};
    Index kvRank = 32;
    Index qRank = 0;  // 0: queries are not compressed
    Index dRope = 8;  // width of a key that turns, shared by all heads
    Index dNope = 16; // width of a key that does not
    Index dValue = 16;

    void eachParam(auto&& visit)
    {
        visit(ParamInfo{"latent.kv_rank", CUTAWAY_TR("Rank of keys and values"), 1, 1 << 20}, kvRank);
        visit(ParamInfo{"latent.q_rank", CUTAWAY_TR("Rank of queries"), 0, 1 << 20}, qRank);
        visit(ParamInfo{"latent.d_rope", CUTAWAY_TR("Rotary width"), 1, 1 << 14}, dRope);
        visit(ParamInfo{"latent.d_nope", CUTAWAY_TR("Width without rotation"), 1, 1 << 14}, dNope);
        visit(ParamInfo{"latent.d_value", CUTAWAY_TR("Width of a value"), 1, 1 << 14}, dValue);
    }
    static Index kvHeads(Index heads, Index /*said*/) { return heads; }
    Index dKey() const { return dNope + dRope; }
    Index keyWidth(Index /*dHead*/) const { return dKey(); }
    Index dTurning() const { return dRope; }
    Index cacheNumbersPerToken(Index /*kvHeads*/, Index /*dHead*/) const { return kvRank + dRope; }
    bool operator==(const Latent&) const = default;
};

using HeadSharing = std::variant<MultiHead, GroupedQuery, MultiQuery, Latent>;

inline bool isLatent(const HeadSharing& kind) { return std::holds_alternative<Latent>(kind); }

/// Key/value heads of this kind; `said` is what a person or a file asked for, 0 = nothing.
Index kvHeadsOf(const HeadSharing& kind, Index heads, Index said);

inline bool choosesKvHeads(const HeadSharing& kind)
{
    return std::visit([](const auto& k) { return k.choosesKvHeads; }, kind);
}

/// What SharingKind says of each, by the kind.
inline Index keyWidth(const HeadSharing& kind, Index dHead)
{
    return std::visit([&](const auto& k) { return k.keyWidth(dHead); }, kind);
}
inline Index turningWidth(const HeadSharing& kind)
{
    return std::visit([](const auto& k) { return k.dTurning(); }, kind);
}
inline Index cacheNumbersPerToken(const HeadSharing& kind, Index kvHeads, Index dHead)
{
    return std::visit([&](const auto& k) { return k.cacheNumbersPerToken(kvHeads, dHead); }, kind);
}

/// The kind that a number of key/value heads means.
HeadSharing sharingOf(Index heads, Index kvHeads);

} // namespace core
