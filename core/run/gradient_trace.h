#pragma once

// A trace with its gradients: a run, a metric of it, and what the metric gains for each number, as `trace --gradient` writes
// them.

#include "core/run/backward.h"
#include "core/run/metric.h"

#include <memory>

namespace core {

/// The run's trace with `grad.NAME` of every tensor that the request names (all usual ones when it names none) and
/// `grad.weights.NAME` of every weight that a pattern names; a pattern that begins with `grad.` names the gradient alone.
/// `metric` and its value stand in the trace. Under the interventions of the request, none of them at weights: `kl` is that to
/// the run without them. Throws what forward() and gradientOf() throw, Error{Usage} for a pattern of weights that matches none
/// and for an intervention that gradients do not go back through (BackScope::record), Error{BadInput} with its size when trace,
/// gradients and those of weights are more than the request allows, before anything is computed.
std::shared_ptr<Trace> traceWithGradients(const Setup& setup, const ForwardInput& input, const TraceRequest& request,
    const Metric& metric, const RunControl& control = {});

/// The logits that `kl` compares a run with: its own, or where interventions were in force those of the run without them, which
/// is computed. Throws Stopped. REQUIRES: the run has its logits.
Tensor untouchedLogits(const Setup& setup, const ForwardInput& input, const Trace& run, const RunControl& control = {});

} // namespace core
