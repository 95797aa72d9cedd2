#pragma once

// Scores of heads for the attention views: thin readers over core/analysis that find the right slice of the trace.

#include "core/analysis/attention_scores.h"
#include "widgets/plot/grid.h"
#include "widgets/run/run_result.h"

#include <vector>

namespace widgets {

/// The scores of one head and where it stands.
struct ScoredHead
{
    int layer = 0;
    int head = 0;
    core::HeadScores scores;
};

/// Number of heads of a layer as recorded or configured; 0 = none.
int headsOf(const RunResult& run, int layer);
int layersOf(const RunResult& run);

/// A stage of one head: "attn.pattern", "attn.scores", …: [query, key]. Empty when not recorded.
Grid headGrid(const core::Trace& trace, int layer, const char* rest, int head);

/// Which cells the head may not see (−inf): the scores. Empty when not recorded.
Grid headMask(const core::Trace& trace, int layer, int head);

/// Every recorded head, layer by layer. The last answers are kept: asking again for A or B costs nothing. The reference holds
/// until a few other traces were requested.
const std::vector<ScoredHead>& scoredHeads(const RunResult& run);

/// How far the rows of a head of B are from those of the same head of A.
struct ChangedHead
{
    int layer = 0;
    int head = 0;
    double divergence = 0; // nats, mean KL of the rows
};

/// The heads that both have in layers with the same number of heads and tokens, the most changed first. The last answer is kept.
const std::vector<ChangedHead>& changedHeads(const RunResult& a, const RunResult& b);

/// nullptr when the head was not recorded.
const core::HeadScores* scoresOf(const RunResult& run, int layer, int head);

} // namespace widgets
