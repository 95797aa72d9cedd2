// The platform calls of core/base.

#include "core/base/system_memory.h"

#if defined(_WIN32)
#define NOMINMAX
#include <windows.h>
#else
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace core {

std::size_t systemMemoryBytes()
{
#if defined(_WIN32)
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (GlobalMemoryStatusEx(&status))
        return static_cast<std::size_t>(status.ullTotalPhys);
#else
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
#endif
    return std::size_t(8) << 30;
}

void keepLargeBlocksApart()
{
#if defined(__GLIBC__)
    static const bool done = mallopt(M_MMAP_THRESHOLD, 1 << 20) == 1;
    (void)done;
#endif
}

} // namespace core
