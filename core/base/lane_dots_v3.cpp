// Compiled with -march=x86-64-v3 where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_dots.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_dots_loops.h"
} // namespace

const LaneDots& tableOfV3();
const LaneDots& tableOfV3() { return table; }

} // namespace core::lanes
