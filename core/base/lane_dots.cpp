#include "core/base/lane_dots.h"

#include "core/base/kernels.h"

namespace core {

namespace lanes {

#if defined(CUTAWAY_KERNELS_V3)
const LaneDots& tableOfV3(); // lane_dots_v3.cpp
#endif
#if defined(CUTAWAY_KERNELS_V4)
const LaneDots& tableOfV4(); // lane_dots_v4.cpp
#endif
#if defined(CUTAWAY_KERNELS_VNNI)
const LaneDots& tableOfVnni(); // lane_dots_vnni.cpp
#endif

const LaneDots* dotsV3()
{
#if defined(CUTAWAY_KERNELS_V3)
    static const bool runs = kernels::v3() && __builtin_cpu_supports("f16c");
    return runs ? &tableOfV3() : nullptr;
#else
    return nullptr;
#endif
}

const LaneDots* dotsV4()
{
#if defined(CUTAWAY_KERNELS_V4)
    return kernels::v4() ? &tableOfV4() : nullptr;
#else
    return nullptr;
#endif
}

const LaneDots* dotsVnni()
{
#if defined(CUTAWAY_KERNELS_VNNI)
    static const bool runs = kernels::v4() && __builtin_cpu_supports("avx512vnni");
    return runs ? &tableOfVnni() : nullptr;
#else
    return nullptr;
#endif
}

} // namespace lanes

const LaneDots* laneDots()
{
    const kernels::Table* const best = &kernels::best();
    if (best == &kernels::baseline())
        return nullptr;
    if (best == kernels::v3())
        return lanes::dotsV3();
    return lanes::dotsVnni() ? lanes::dotsVnni() : lanes::dotsV4();
}

} // namespace core
