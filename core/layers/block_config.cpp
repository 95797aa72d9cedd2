#include "core/layers/block_config.h"

#include <cmath>

namespace core {

double BlockConfig::scale() const
{
    if (scoreScale)
        return *scoreScale;
    const double growth = isLatent(sharing) ? latentGrowth(position) : 1.0;
    return growth / std::sqrt(scoreTerms(position) * double(keyWidth(sharing, dHead)));
}

DeepFactors BlockConfig::deepFactors() const { return factorsOf(placement, paperFactors); }

Index BlockConfig::cacheNumbersPerToken() const
{
    return isAttention(mixer) ? core::cacheNumbersPerToken(sharing, kvHeads, dHead) : mixerNumbersPerToken(mixer, heads, dHead);
}

} // namespace core
