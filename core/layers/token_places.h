#pragma once

// Positions of the tokens of a pass. Packed sequences, earlier tokens of a cache and the source of cross-attention are told
// apart here only.

#include "core/base/tensor.h"

#include <vector>

namespace core {

struct TokenPlaces
{
    std::vector<Index> positions;    // of each token within its sequence; with a cache, from the first new one on
    std::vector<Index> keyStart;     // first key row that the token may see: where its sequence begins
    std::vector<Index> keyEnd;       // one past the last
    std::vector<Index> keyPositions; // position of each key row within its sequence

    Index tokens() const { return Index(positions.size()); }
    Index keys() const { return Index(keyPositions.size()); }

    /// Tokens in the sequence of this token, earlier ones of a cache included: what length-dependent kinds go by.
    Index length(Index token) const { return keyEnd[std::size_t(token)] - keyStart[std::size_t(token)]; }
};

} // namespace core
