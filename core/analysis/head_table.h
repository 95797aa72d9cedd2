#pragma once

// All heads of a run in one table: what each of them looks at in a few numbers, and how far it is from the same head of another
// run.

#include "core/analysis/attention_scores.h"
#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace core {

/// The scores of one head and where it stands.
struct ScoredHead
{
    int layer = 0;
    int head = 0;
    HeadScores scores;
};

/// Every head whose pattern [head, query, key] the trace holds, layer by layer. Throws Stopped.
std::vector<ScoredHead> scoredHeads(const Trace& trace, const RunControl& control = {});

/// Of one head; nothing when its pattern was not recorded.
std::optional<HeadScores> scoresOfHead(const Trace& trace, int layer, int head);

/// Heads of a layer: those of the setup, without one (null) as many as the pattern of the trace names; 0: none.
int headsOfLayer(const Setup* setup, const Trace& trace, int layer);

/// A run as its trace and, where that is at hand, its setup.
struct TracedRun
{
    const Trace& trace;
    const Setup* setup = nullptr;
};

/// How far the rows of a head of B are from those of the same head of A.
struct ChangedHead
{
    int layer = 0;
    int head = 0;
    double divergence = 0; // nats, mean KL(a ‖ b) of the rows
};

/// The heads that both have in layers with the same number of heads and tokens, the most changed first. Throws Stopped.
std::vector<ChangedHead> changedHeads(const TracedRun& a, const TracedRun& b, const RunControl& control = {});

} // namespace core
