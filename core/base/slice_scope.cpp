#include "core/base/slice_scope.h"

namespace core {

namespace {
thread_local int fixedCores = 0; // 0: no scope
}

FixedSlices::FixedSlices(int cores)
    : m_before(fixedCores)
{
    fixedCores = cores;
}

FixedSlices::~FixedSlices() { fixedCores = m_before; }

int sliceCores(int threads) { return fixedCores > 0 ? fixedCores : threads; }

} // namespace core
