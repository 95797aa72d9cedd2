#pragma once

// KvCache: what all layers store of earlier tokens, so that a new token costs one step.

#include "core/layers/layer_cache.h"
#include "core/model/model_config.h"

#include <vector>

namespace core {

class KvCache
{
public:
    /// Room for `capacity` tokens; memory is taken as it is needed.
    KvCache(const ModelConfig& config, Index capacity)
        : m_layers(config.blocks.size(), LayerCache(capacity))
        , m_capacity(capacity)
    {
    }

    Index tokens() const { return m_layers.front().past(); } // held now
    Index capacity() const { return m_capacity; }
    std::size_t bytes() const; // of the tokens held, float32
    LayerCache& layer(Index layer) { return m_layers[std::size_t(layer)]; }

    /// The encoder's output [source token, d_model] of an encoder–decoder, kept by the first pass; empty before.
    const Tensor& source() const { return m_source; }
    void setSource(Tensor source) { m_source = std::move(source); }

    /// Called by the pass when all layers have stored their rows.
    void advance(Index tokens);

    /// Back to the first `tokens`. False when a layer cannot go back (a recurrence keeps one state): the cache is as it was.
    bool truncate(Index tokens);

private:
    std::vector<LayerCache> m_layers;
    Tensor m_source;
    Index m_capacity = 0;
};

} // namespace core
