#pragma once

// What an earlier run over the same text computed alike: blocks with the same choices, weights and interventions are taken from
// it, and the pass goes on behind them.

#include "core/run/forward.h"
#include "core/run/intervention_list.h"
#include "core/run/model_pass.h"
#include "core/trace/trace_request.h"

namespace core {

/// A run about to begin; input.earlier and input.earlierSetup are the one before.
struct EarlierRun
{
    const Setup& setup;
    const ForwardInput& input;
    const Plan& planned;
    const TraceMatcher& matcher;
    const InterventionList& interventions;
};

/// Adds the tensors of blocks that would be computed alike, and that are wanted, to the trace, and returns where to go on.
Known takeFromEarlier(const EarlierRun& run, Trace& trace);

} // namespace core
