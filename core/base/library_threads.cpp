#include "core/base/library_threads.h"

#if defined(CUTAWAY_OPENMP)
extern "C" void omp_set_num_threads(int); // of the OpenMP library that oneDNN and OpenBLAS are linked with
#endif

namespace core {

void makeLibrariesSingleThreaded()
{
#if defined(CUTAWAY_OPENMP)
    static thread_local bool done = false;
    if (!done) {
        omp_set_num_threads(1);
        done = true;
    }
#endif
}

} // namespace core
