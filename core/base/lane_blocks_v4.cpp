// Compiled with -march=x86-64-v4 and 512-bit vectors where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_blocks.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_blocks_loops.h"
} // namespace

LaneDecode v4Decode(LaneKind kind);
LaneDecode v4Decode(LaneKind kind) { return decodeOf(kind); }

} // namespace core::lanes
