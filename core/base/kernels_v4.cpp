// Compiled with -march=x86-64-v4 and 512-bit vectors where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/kernels.h"

namespace core::kernels {

namespace {
#include "core/base/kernels_loops.h"
} // namespace

const Table& v4Table();
const Table& v4Table() { return table; }

} // namespace core::kernels
