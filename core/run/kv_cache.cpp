#include "core/run/kv_cache.h"

#include <algorithm>

namespace core {

std::size_t KvCache::bytes() const
{
    std::size_t bytes = 0;
    for (const LayerCache& layer : m_layers)
        bytes += layer.bytes();
    return bytes;
}

void KvCache::advance(Index tokens)
{
    for (LayerCache& layer : m_layers)
        layer.advance(tokens);
}

bool KvCache::truncate(Index tokens)
{
    if (!std::all_of(m_layers.begin(), m_layers.end(), [&](const LayerCache& layer) { return layer.canTruncate(tokens); }))
        return false;
    for (LayerCache& layer : m_layers)
        layer.truncate(tokens);
    return true;
}

} // namespace core
