#include "core/base/slice_scope.h"

namespace core {

namespace {
thread_local int scopes = 0;
}

FixedSlices::FixedSlices() { ++scopes; }

FixedSlices::~FixedSlices() { --scopes; }

int sliceCores(int threads) { return scopes > 0 ? fixedSliceCores : threads; }

} // namespace core
