#pragma once

// How query heads share keys and values. The number of key/value heads stands in BlockConfig::kvHeads.

#include "core/base/kind.h"
#include "core/base/tensor.h"

namespace core {

/// Vaswani et al. 2017: each query head has its own keys and values.
struct MultiHead
{
    static constexpr KindInfo info{"multi_head", CUTAWAY_TR("Multi-head"), "n_kv = n_heads"};
    static Index kvHeads(Index heads, Index /*said*/) { return heads; }
    bool operator==(const MultiHead&) const = default;
};

/// Ainslie et al. 2023: groups of query heads share keys and values.
struct GroupedQuery
{
    static constexpr KindInfo info{"grouped_query", CUTAWAY_TR("Grouped-query"), "n_kv divides n_heads"};
    static Index kvHeads(Index heads, Index said); // said, or the largest proper divisor that is at most heads / 2
    bool operator==(const GroupedQuery&) const = default;
};

/// Shazeer 2019: all query heads share one.
struct MultiQuery
{
    static constexpr KindInfo info{"multi_query", CUTAWAY_TR("Multi-query"), "n_kv = 1"};
    static Index kvHeads(Index /*heads*/, Index /*said*/) { return 1; }
    bool operator==(const MultiQuery&) const = default;
};

using HeadSharing = std::variant<MultiHead, GroupedQuery, MultiQuery>;

/// Key/value heads of this kind; `said` is what a person or a file asked for, 0 = nothing.
Index kvHeadsOf(const HeadSharing& kind, Index heads, Index said);

/// The kind that a number of key/value heads means.
HeadSharing sharingOf(Index heads, Index kvHeads);

} // namespace core
