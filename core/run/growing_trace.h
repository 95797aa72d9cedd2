#pragma once

// GrowingTrace: the record of a pass while it is computed. What has been recorded so far can be taken after each layer, as a
// trace of its own that nothing changes.

#include "core/run/forward.h"
#include "core/trace/trace.h"

#include <functional>
#include <list>
#include <memory>

namespace core {

class GrowingTrace : public std::enable_shared_from_this<GrowingTrace>
{
public:
    static std::shared_ptr<GrowingTrace> make();

    /// What the pass adds to, and publishes when it is through.
    std::shared_ptr<Trace> whole();

    /// What it holds now: the entries share the numbers of the whole, `milliseconds` is −1. It has the owner of the whole, so
    /// that a quantity of one layer that was computed of a part is known of the whole, too. To be called on the computing thread.
    TracePtr part();

private:
    GrowingTrace() { m_whole.milliseconds = -1; }
    Trace m_whole;
    std::list<Trace> m_parts; // as long as one of them or the whole is held
};

/// Called on the computing thread after each layer, of an encoder too; `soFar` gives a part, and is not to be kept.
using OnLayer = std::function<void(const std::function<TracePtr()>& soFar)>;

/// forward() without a cache, which tells of each layer. Layers taken from an earlier run are there before the first.
std::shared_ptr<Trace> forwardByLayers(const Setup& setup, const ForwardInput& input, const TraceRequest& request,
    const RunControl& control, const OnLayer& onLayer);

} // namespace core
