#include "core/run/growing_trace.h"

namespace core {

std::shared_ptr<GrowingTrace> GrowingTrace::make() { return std::shared_ptr<GrowingTrace>(new GrowingTrace()); }

std::shared_ptr<Trace> GrowingTrace::whole() { return {shared_from_this(), &m_whole}; }

TracePtr GrowingTrace::part()
{
    m_parts.push_back(m_whole);
    return {shared_from_this(), &m_parts.back()};
}

} // namespace core
