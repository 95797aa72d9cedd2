#include "core/base/engine_use.h"

namespace core {

namespace {
thread_local std::uint64_t uses = 0;
} // namespace

std::uint64_t engineUses() { return uses; }

void countEngineUse() { ++uses; }

} // namespace core
