// Compiled with -march=x86-64-v3 where the compiler targets x86-64; see CMakeLists.txt.

#include "core/base/kernels.h"

namespace core::kernels {

namespace {
#include "core/base/kernels_loops.h"
} // namespace

const Table& v3Table();
const Table& v3Table() { return table; }

} // namespace core::kernels
