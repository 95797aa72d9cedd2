#include "core/run/kv_cache.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

/// Room for `rows` rows, grown by half so that a token at a time costs no copy each.
float* rowsOf(std::vector<float>& stored, Index width, Index rows, Index capacity)
{
    if (rows > capacity)
        throw Error({.problem = CUTAWAY_TR("the text outgrows the key-value cache"),
            .expected = std::to_string(capacity) + " tokens",
            .found = std::to_string(rows)});
    const std::size_t needed = std::size_t(rows * width);
    if (stored.size() < needed)
        stored.resize(std::max(needed, std::size_t(std::min(rows + rows / 2, capacity) * width)));
    return stored.data();
}

} // namespace

KvCache::KvCache(const ModelConfig& config, Index capacity)
    : m_capacity(capacity)
{
    for (const BlockConfig& block : config.blocks)
        m_layers.push_back({block.kvHeads * block.dHead, {}, {}});
}

std::size_t KvCache::bytes() const
{
    std::size_t floats = 0;
    for (const Layer& layer : m_layers)
        floats += std::size_t(2 * layer.width * m_tokens);
    return floats * sizeof(float);
}

float* KvCache::keys(Index layer, Index tokensNeeded)
{
    Layer& of = m_layers[std::size_t(layer)];
    return rowsOf(of.keys, of.width, tokensNeeded, m_capacity);
}

float* KvCache::values(Index layer, Index tokensNeeded)
{
    Layer& of = m_layers[std::size_t(layer)];
    return rowsOf(of.values, of.width, tokensNeeded, m_capacity);
}

} // namespace core
