// Compiled with -march=x86-64-v3 where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_blocks.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_blocks_loops.h"
} // namespace

LaneLoops v3Loops(LaneKind kind);
LaneLoops v3Loops(LaneKind kind) { return loopsOf(kind); }

} // namespace core::lanes
