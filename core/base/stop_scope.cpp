#include "core/base/stop_scope.h"

#include "core/base/error.h"

#include <utility>

namespace core {

namespace {
thread_local const StopScope* innermost = nullptr;
}

StopScope::StopScope(std::stop_token stop)
    : m_stop(std::move(stop))
    , m_outer(std::exchange(innermost, this))
{
}

StopScope::~StopScope() { innermost = m_outer; }

void checkStop()
{
    if (innermost && innermost->m_stop.stop_requested())
        throw Stopped();
}

} // namespace core
