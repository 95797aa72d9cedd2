#include "core/base/kernels.h"

namespace core::kernels {

namespace {
#include "core/base/kernels_loops.h"
} // namespace

const Table& baseline() { return table; }

#if defined(CUTAWAY_KERNELS_V3)
const Table& v3Table(); // kernels_v3.cpp
#endif

const Table* v3()
{
#if defined(CUTAWAY_KERNELS_V3)
    static const bool runs = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    return runs ? &v3Table() : nullptr;
#else
    return nullptr;
#endif
}

const Table& best()
{
    static const Table& chosen = v3() ? *v3() : baseline();
    return chosen;
}

} // namespace core::kernels
