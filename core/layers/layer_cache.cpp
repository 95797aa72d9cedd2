#include "core/layers/layer_cache.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

float* LayerCache::rows(const std::string& name, Index width, Index rows)
{
    if (rows > m_capacity)
        throw Error({.problem = CUTAWAY_TR("the text outgrows the key-value cache"),
            .expected = std::to_string(m_capacity) + " tokens",
            .found = std::to_string(rows)});
    Rows& stored = m_rows[name];
    stored.width = width;
    // Grown by half, so that a token at a time costs no copy each.
    const std::size_t needed = std::size_t(rows * width);
    if (stored.numbers.size() < needed)
        stored.numbers.resize(std::max(needed, std::size_t(std::min(rows + rows / 2, m_capacity) * width)));
    return stored.numbers.data();
}

std::vector<float>& LayerCache::state(const std::string& name, Index size)
{
    std::vector<float>& stored = m_states[name];
    stored.resize(std::size_t(size));
    return stored;
}

const std::vector<float>* LayerCache::fixed(const std::string& name) const
{
    const auto found = m_fixed.find(name);
    return found == m_fixed.end() ? nullptr : &found->second;
}

void LayerCache::truncate(Index tokens)
{
    if (tokens >= m_past)
        return;
    m_states.clear();
    m_past = tokens;
}

std::size_t LayerCache::bytes() const
{
    std::size_t floats = 0;
    for (const auto& [name, rows] : m_rows)
        floats += std::size_t(rows.width * m_past);
    for (const auto& [name, state] : m_states)
        floats += state.size();
    for (const auto& [name, numbers] : m_fixed)
        floats += numbers.size();
    return floats * sizeof(float);
}

} // namespace core
