#pragma once

// Token shift (RWKV-4, Peng et al. 2023, arXiv 2305.13048, eq. 11–15): a projection reads each token mixed, channel by channel,
// with the token before it in its sequence.

#include "core/layers/back_scope.h"
#include "core/layers/layer_cache.h"
#include "core/layers/scope.h"
#include "core/layers/token_places.h"

namespace core {

class TokenShift
{
public:
    /// x [token, d_model]. The last token is kept under `cacheName` for the next pass; `cache` may be null.
    TokenShift(const Scope& scope, const Tensor& x, const TokenPlaces& places, LayerCache* cache, const char* cacheName);

    /// μ ∘ x_t + (1 − μ) ∘ x_{t−1}, [token, d_model], x_{−1} = 0. Weight MIX.weight = μ [d_model]. Not recorded.
    Tensor mixed(const char* mix) const;

    /// Back through mixed(): dx [token, d_model] gains what dMixed says, and the gradient of MIX.weight.
    void backward(const BackScope& scope, const char* mix, const Tensor& dMixed, Tensor& dx) const;

    /// Keeps the last token for the next pass. Call when all of mixed() is done.
    void remember() const;

private:
    /// The token before; nullptr at the first of a sequence.
    const float* before(Index token) const;

    const Scope& m_scope;
    const Tensor& m_x;
    const TokenPlaces& m_places;
    float* m_last = nullptr; // [d_model], of the pass before; null without a cache
};

} // namespace core
