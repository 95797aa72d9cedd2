#pragma once

// All heads of a run in one table: what each of them looks at in a few numbers, and how far it is from the same head of another
// run.

#include "core/analysis/attention_part.h"
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

/// Every head of a part whose pattern [head, query, key] the trace holds, layer by layer. From the target to the source only the
/// entropy means something: places of the two are not those of one text. Throws Stopped.
std::vector<ScoredHead> scoredHeads(const Trace& trace, const RunControl& control = {}, AttentionPart part = AttentionPart::Self);

/// Of one head; nothing when its pattern was not recorded.
std::optional<HeadScores> scoresOfHead(const Trace& trace, int layer, int head, AttentionPart part = AttentionPart::Self);

/// Heads of a layer: those of the setup, without one (null) as many as the pattern of the trace names; 0: none.
int headsOfLayer(const Setup* setup, const Trace& trace, int layer, AttentionPart part = AttentionPart::Self);

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
std::vector<ChangedHead> changedHeads(
    const TracedRun& a, const TracedRun& b, const RunControl& control = {}, AttentionPart part = AttentionPart::Self);

} // namespace core
