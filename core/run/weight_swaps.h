#pragma once

// WeightSwaps: a pass with weights of other models in place of the model's own, as interventions at weights say it
// (core/trace/weight_place.h). A pass knows of none: its setup has the weights that were taken.

#include "core/run/forward.h"
#include "core/run/growing_trace.h"
#include "core/run/model.h"
#include "core/trace/trace_request.h"

#include <functional>
#include <memory>
#include <string>

namespace core {

/// A model by its name or path. Throws Error.
using ModelOpener = std::function<ModelPtr(const std::string& nameOrPath)>;

struct SwappedRun
{
    SetupPtr setup; // with the weights that were taken; the one that was given where none was
    std::shared_ptr<Trace> trace;
};

/// How a pass is watched.
struct PassWatch
{
    RunControl control = {};
    OnLayer onLayer = {}; // not called where weights are taken
};

/// forwardByLayers() under all interventions of the request, in their order; the trace has those at weights in its list. A tensor
/// with several names is taken under all of them. Between untouched and taken, as its strength says, it is in float32. Throws
/// what forward() throws, and for what does not fit, unless that is skipped: Error{Usage} for a name that matches no weight (with
/// the nearest), or a weight of another shape; Error{BadInput} for a model without it, and what `open` throws.
SwappedRun forwardWithSwaps(const SetupPtr& setup, const ForwardInput& input, const TraceRequest& request,
    const ModelOpener& open, const PassWatch& watch = {});

} // namespace core
