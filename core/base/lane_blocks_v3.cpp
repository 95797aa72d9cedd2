// Compiled with -march=x86-64-v3 where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_blocks.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_blocks_loops.h"
} // namespace

LaneDecode v3Decode(LaneKind kind);
LaneDecode v3Decode(LaneKind kind) { return decodeOf(kind); }

} // namespace core::lanes
