#pragma once

// Both products of attention, q · kᵀ and pattern · v, of a tile of one head at a time, and the ways back through them.

#include "core/layers/back_scope.h"
#include "core/layers/key_ranges.h"
#include "core/layers/scores.h"

#include <vector>

namespace core {

constexpr Index kScoreTile = 64; // rows of a tile: what one step makes of it is in the cache for the next

struct ScoreProducts
{
    const ScoreInput& in;
    const KeyRanges& seen;

    /// content [row, key] = q · kᵀ · scale, of the keys from `firstKey` on.
    void content(const ScoreTile& tile, Index firstKey, float* out, Index stride) const;

    /// z [row, d_value] = pattern · v, of the keys from `firstKey` on, and what is added to the mix.
    void mix(const ScoreTile& tile, Index firstKey, const float* pattern, Index stride, float* z) const;

    /// Back through content(): adds to the gradients of queries and keys.
    void contentBackward(const BackScope& attn, const Tensor& dContent, ScoreGradients& of) const;

    /// Back through mix(): dPattern = dz · vᵀ, of the keys that a query of the tile sees; and dV += patternᵀ · dz.
    void mixBackward(const BackScope& attn, const Tensor& dZ, Tensor& dPattern) const;
    void valuesBackward(const BackScope& attn, const Tensor& pattern, const Tensor& dZ, Tensor& dV) const;

    /// Of each query the keys whose gradient contentBackward() reads: of all tiles of queries and of keys that it is in.
    std::vector<KeyRange> readBack() const;
};

} // namespace core
