#pragma once

// How often a thread has begun work of the engine: a pass, a product with weights. Tests hold with it that drawing begins none.

#include <cstdint>

namespace core {

/// Since the thread began.
std::uint64_t engineUses();

/// What begins such work on the calling thread says so here.
void countEngineUse();

} // namespace core
