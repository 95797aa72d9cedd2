#include "core/layers/block_config.h"

#include <cmath>

namespace core {

double BlockConfig::scale() const
{
    if (scoreScale)
        return *scoreScale;
    if (const Latent* latent = std::get_if<Latent>(&sharing)) {
        // DeepSeek-V2: under YaRN the softmax is sharper by the square of its growth.
        double growth = 1.0;
        if (const Rope* rope = std::get_if<Rope>(&position))
            if (const YarnScaling* yarn = std::get_if<YarnScaling>(&rope->scaling); yarn && yarn->mscaleAllDim != 0.0)
                growth = YarnScaling::growth(yarn->factor, yarn->mscaleAllDim);
        return growth * growth / std::sqrt(double(latent->dKey()));
    }
    double terms = 1.0; // DeBERTa divides by the number of terms, too
    if (const Disentangled* kind = std::get_if<Disentangled>(&position))
        terms += double(kind->contentToPosition) + double(kind->positionToContent);
    return 1.0 / std::sqrt(terms * double(dHead));
}

DeepFactors BlockConfig::deepFactors() const
{
    const DeepNorm* deep = std::get_if<DeepNorm>(&placement);
    return deep ? DeepFactors{deep->alpha.value_or(paperFactors.alpha), deep->beta.value_or(paperFactors.beta)} : DeepFactors{};
}

Index BlockConfig::cacheNumbersPerToken() const
{
    if (std::holds_alternative<Retention>(mixer))
        return heads * dHead; // keys, for the divisor of a row
    if (!isAttention(mixer))
        return 0;
    const Latent* latent = std::get_if<Latent>(&sharing);
    return latent ? latent->kvRank + latent->dRope : 2 * kvHeads * dHead;
}

} // namespace core
