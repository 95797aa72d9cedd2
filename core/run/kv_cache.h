#pragma once

// Keys and values of earlier tokens, so that a new token costs one step. Keys are stored after rotation.

#include "core/base/tensor.h"
#include "core/model/model_config.h"

#include <vector>

namespace core {

class KvCache
{
public:
    /// Room for `capacity` tokens; memory is taken as it is needed.
    KvCache(const ModelConfig& config, Index capacity);

    Index tokens() const { return m_tokens; } // held now
    Index capacity() const { return m_capacity; }
    std::size_t bytes() const; // of the tokens held, float32: Σ over layers 2·kv_heads·d_head·tokens

    /// Keys or values of a layer, one row a token: [token, kv_head · d_head]. Rows beyond tokens() are to be written.
    float* keys(Index layer, Index tokensNeeded);
    float* values(Index layer, Index tokensNeeded);

    /// Called by the pass when all layers have stored their rows.
    void advance(Index tokens) { m_tokens += tokens; }

    /// Back to the first `tokens`.
    void truncate(Index tokens) { m_tokens = tokens < m_tokens ? tokens : m_tokens; }

private:
    struct Layer
    {
        Index width = 0; // kv_heads · d_head
        std::vector<float> keys, values;
    };
    std::vector<Layer> m_layers;
    Index m_capacity = 0;
    Index m_tokens = 0;
};

} // namespace core
