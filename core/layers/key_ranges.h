#pragma once

// Which keys the queries of a pass see: those of their own sequence that the mask lets through.

#include "core/layers/attention_mask.h"
#include "core/layers/token_places.h"

#include <vector>

namespace core {

class KeyRanges
{
public:
    KeyRanges() = default; // of no query

    /// Without `isMasked` each query sees the whole of its sequence: an intervention may have let it look at what the mask hides.
    KeyRanges(const TokenPlaces& places, const AttentionMask& mask, bool isMasked = true);

    Index queries() const { return Index(m_ranges.size()); }
    Index keys() const { return m_keys; }

    /// Keys outside of which the query sees nothing, and whether it may not see some within.
    const KeyRange& of(Index query) const { return m_ranges[std::size_t(query)]; }
    bool hasHoles() const { return m_hasHoles; }

    /// Whether the query sees a key of its sequence.
    bool sees(Index query, Index key) const
    {
        const std::size_t t = std::size_t(query);
        return maskSees(*m_mask, m_places->positions[t], key - m_places->keyStart[t]);
    }

    /// Keys outside of which none of the queries [first, first + rows) sees anything.
    KeyRange ofQueries(Index first, Index rows) const;

    /// Queries outside of which none sees the keys [first, first + rows).
    KeyRange queriesOf(Index first, Index rows) const;

private:
    std::vector<KeyRange> m_ranges; // [query]
    Index m_keys = 0;
    bool m_hasHoles = false;
    const TokenPlaces* m_places = nullptr;
    const AttentionMask* m_mask = nullptr;
};

} // namespace core
