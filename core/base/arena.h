#pragma once

// Memory of traces: one reference-counted arena per block. When the last tensor of an arena lets go, its slabs return to
// a capped pool and serve the next run, which then touches no fresh pages.

#include "core/base/tensor.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace core {

class ArenaPool;

/// Allocates 64-byte aligned floats; frees them in its destructor only.
class Arena
{
public:
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    float* allocate(Index floats);
    std::size_t bytes() const { return m_bytes; } // handed out so far

private:
    friend class ArenaPool;
    struct Slab
    {
        float* data = nullptr;
        std::size_t bytes = 0;
    };
    Arena(std::shared_ptr<ArenaPool> pool, std::size_t expectedBytes, bool isBorrowed);

    std::shared_ptr<ArenaPool> m_pool;
    std::vector<Slab> m_slabs;
    std::size_t m_slab = 0; // slab in use
    std::size_t m_used = 0; // bytes used of it
    std::size_t m_bytes = 0;
};

class ArenaPool : public std::enable_shared_from_this<ArenaPool>
{
public:
    /// Keeps at most `capBytes` of free slabs.
    static std::shared_ptr<ArenaPool> make(std::size_t capBytes);
    ~ArenaPool();

    /// A fresh arena whose first slab holds `expectedBytes`. Thread-safe.
    std::shared_ptr<Arena> take(std::size_t expectedBytes);

    /// The same for memory that is given back soon: any free slab that is large enough will do, so that the pool does not grow
    /// for it.
    std::shared_ptr<Arena> borrow(std::size_t bytes);

    std::size_t freeBytes() const; // waiting for the next run

private:
    friend class Arena;
    struct State;
    explicit ArenaPool(std::size_t capBytes);
    Arena::Slab takeSlab(std::size_t bytes, bool isBorrowed);
    void giveBack(Arena::Slab slab);
    static void release(const std::vector<Arena::Slab>& slabs);

    std::unique_ptr<State> m_state;
};

} // namespace core
