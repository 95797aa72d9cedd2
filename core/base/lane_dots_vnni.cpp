// Compiled with -march=x86-64-v4, 512-bit vectors and -mavx512vnni where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/lane_dots.h"

#include <immintrin.h>

namespace core::lanes {

namespace {
#include "core/base/lane_dots_loops.h"
} // namespace

const LaneDots& tableOfVnni();
const LaneDots& tableOfVnni() { return table; }

} // namespace core::lanes
