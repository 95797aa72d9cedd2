#include "core/layers/key_ranges.h"

#include <algorithm>

namespace core {

KeyRanges::KeyRanges(const TokenPlaces& places, const AttentionMask& mask, bool isMasked)
    : m_keys(places.keys())
    , m_hasHoles(isMasked && !maskIsContiguous(mask))
    , m_places(&places)
    , m_mask(&mask)
{
    m_ranges.reserve(places.positions.size());
    for (std::size_t t = 0; t < places.positions.size(); ++t) {
        const Index start = places.keyStart[t], length = places.keyEnd[t] - start;
        const KeyRange seen = isMasked ? maskRange(mask, places.positions[t], length) : KeyRange{0, length};
        const Index first = std::min(seen.first, length);
        m_ranges.push_back({start + first, start + std::max(seen.last, first)});
    }
}

KeyRange KeyRanges::ofQueries(Index first, Index rows) const
{
    KeyRange seen{m_keys, 0};
    for (Index query = first; query < first + rows; ++query) {
        seen.first = std::min(seen.first, of(query).first);
        seen.last = std::max(seen.last, of(query).last);
    }
    return {std::min(seen.first, seen.last), seen.last};
}

KeyRange KeyRanges::queriesOf(Index first, Index rows) const
{
    KeyRange seen{queries(), 0};
    for (Index query = 0; query < queries(); ++query)
        if (of(query).first < first + rows && of(query).last > first) {
            seen.first = std::min(seen.first, query);
            seen.last = query + 1;
        }
    return {std::min(seen.first, seen.last), seen.last};
}

} // namespace core
