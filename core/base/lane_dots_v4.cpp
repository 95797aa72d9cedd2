// Compiled with -march=x86-64-v4 and 512-bit vectors where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_dots.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_dots_loops.h"
} // namespace

const LaneDots& tableOfV4();
const LaneDots& tableOfV4() { return table; }

} // namespace core::lanes
