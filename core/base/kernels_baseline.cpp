#include "core/base/kernels.h"

#include <cstdlib>
#include <string_view>

namespace core::kernels {

namespace {
#include "core/base/kernels_loops.h"
} // namespace

const Table& baseline() { return table; }

#if defined(CUTAWAY_KERNELS_V3)
const Table& v3Table(); // kernels_v3.cpp
#endif
#if defined(CUTAWAY_KERNELS_V4)
const Table& v4Table(); // kernels_v4.cpp
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

const Table* v4()
{
#if defined(CUTAWAY_KERNELS_V4)
    static const bool runs = v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return runs ? &v4Table() : nullptr;
#else
    return nullptr;
#endif
}

const Table& best()
{
    static const Table& chosen = []() -> const Table& {
        const char* const named = std::getenv("CUTAWAY_KERNELS"); // as if on an older machine (tools/try_old_laptop.sh)
        const std::string_view limit = named ? named : "";
        const bool mayV3 = limit != "baseline", mayV4 = mayV3 && limit != "v3";
        return mayV4 && v4() ? *v4() : mayV3 && v3() ? *v3() : baseline();
    }();
    return chosen;
}

} // namespace core::kernels
