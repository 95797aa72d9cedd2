#include "core/base/arena.h"

#include <algorithm>
#include <mutex>
#include <new>

namespace core {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kSmallestSlab = std::size_t(64) << 10;
constexpr std::size_t kShareThatStays = 16; // of the most that the pool keeps

std::size_t roundedUp(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

} // namespace

struct ArenaPool::State
{
    std::size_t cap = 0;
    mutable std::mutex mutex;
    std::vector<Arena::Slab> free; // the oldest first
    std::size_t freeBytes = 0;

    /// Takes out the oldest until they make `bytes`.
    std::vector<Arena::Slab> drop(std::size_t bytes)
    {
        std::vector<Arena::Slab> dropped;
        for (std::size_t sum = 0; sum < bytes && !free.empty(); sum += dropped.back().bytes) {
            dropped.push_back(free.front());
            freeBytes -= free.front().bytes;
            free.erase(free.begin());
        }
        return dropped;
    }
};

Arena::Arena(std::shared_ptr<ArenaPool> pool, std::size_t expectedBytes, bool isBorrowed)
    : m_pool(std::move(pool))
{
    if (expectedBytes > 0)
        m_slabs.push_back(m_pool->takeSlab(roundedUp(expectedBytes), isBorrowed));
}

Arena::~Arena()
{
    for (const Slab& slab : m_slabs)
        m_pool->giveBack(slab);
}

float* Arena::allocate(Index floats)
{
    const std::size_t bytes = roundedUp(std::max<std::size_t>(1, std::size_t(floats)) * sizeof(float));
    while (m_slab < m_slabs.size() && m_used + bytes > m_slabs[m_slab].bytes) {
        ++m_slab;
        m_used = 0;
    }
    if (m_slab == m_slabs.size())
        m_slabs.push_back(m_pool->takeSlab(std::max(bytes, kSmallestSlab), false));
    float* result = m_slabs[m_slab].data + m_used / sizeof(float);
    m_used += bytes;
    m_bytes += bytes;
    return result;
}

std::shared_ptr<ArenaPool> ArenaPool::make(std::size_t capBytes) { return std::shared_ptr<ArenaPool>(new ArenaPool(capBytes)); }

ArenaPool::ArenaPool(std::size_t capBytes)
    : m_state(std::make_unique<State>())
{
    m_state->cap = capBytes;
}

ArenaPool::~ArenaPool() { release(m_state->free); }

std::shared_ptr<Arena> ArenaPool::take(std::size_t expectedBytes)
{
    return std::shared_ptr<Arena>(new Arena(shared_from_this(), expectedBytes, false));
}

std::shared_ptr<Arena> ArenaPool::borrow(std::size_t bytes)
{
    return std::shared_ptr<Arena>(new Arena(shared_from_this(), bytes, true));
}

std::size_t ArenaPool::freeBytes() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->freeBytes;
}

Arena::Slab ArenaPool::takeSlab(std::size_t bytes, bool isBorrowed)
{
    std::vector<Arena::Slab> dropped;
    {
        const std::lock_guard lock(m_state->mutex);
        // The smallest free slab that fits; one that stays away long must not waste more than it serves.
        auto best = m_state->free.end();
        for (auto slab = m_state->free.begin(); slab != m_state->free.end(); ++slab)
            if (slab->bytes >= bytes && (isBorrowed || slab->bytes <= 2 * bytes)
                && (best == m_state->free.end() || slab->bytes < best->bytes))
                best = slab;
        if (best != m_state->free.end()) {
            const Arena::Slab slab = *best;
            m_state->free.erase(best);
            m_state->freeBytes -= slab.bytes;
            return slab;
        }
        // New memory takes the place of what waited longest: slabs for texts of another length. A little stays all the same, so that
        // small passes of two shapes that take turns, a training and the pictures of it, find their slabs again.
        const std::size_t spare = m_state->freeBytes - std::min(m_state->freeBytes, m_state->cap / kShareThatStays);
        dropped = m_state->drop(std::min(bytes, spare));
    }
    release(dropped);
    return {static_cast<float*>(::operator new(bytes, std::align_val_t(kAlignment))), bytes};
}

void ArenaPool::giveBack(Arena::Slab slab)
{
    std::vector<Arena::Slab> dropped;
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->free.push_back(slab);
        m_state->freeBytes += slab.bytes;
        if (m_state->freeBytes > m_state->cap)
            dropped = m_state->drop(m_state->freeBytes - m_state->cap);
    }
    release(dropped);
}

void ArenaPool::release(const std::vector<Arena::Slab>& slabs)
{
    for (const Arena::Slab& slab : slabs)
        ::operator delete(slab.data, std::align_val_t(kAlignment));
}

} // namespace core
