// The platform calls of core/base.

#include "core/base/system_memory.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__MINGW32__)
#include <cxxabi.h>
#endif

namespace core {

#if defined(__MINGW32__)
namespace {

// A thread that ends runs the destructors of its thread_local objects and frees their memory, in the order in which the program
// first needed the one and the other. With gcc and its POSIX threads that is memory first: the destructors would find other
// bytes.
[[gnu::constructor(101)]] void putDestructorsFirst()
{
    abi::__cxa_thread_atexit([](void*) {}, nullptr, nullptr);
}

} // namespace
#endif

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

void keepFreedMemory()
{
#if defined(__GLIBC__)
    static const bool done = mallopt(M_TRIM_THRESHOLD, 1 << 27) == 1;
    (void)done;
#endif
}

} // namespace core
