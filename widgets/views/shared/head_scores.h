#pragma once

// What the attention views say about heads: thin readers over core/analysis that find the right slice of the trace, and what is
// computed over all heads as needs.

#include "core/analysis/attention_part.h"
#include "core/analysis/head_table.h"
#include "widgets/figure/needs.h"
#include "widgets/plot/grid.h"
#include "widgets/run/run_result.h"

#include <optional>
#include <string>
#include <vector>

namespace widgets {

using core::ChangedHead, core::ScoredHead;

// Where a part of attention is not said, it is that of the blocks.

/// Number of heads of a layer as recorded or configured; 0 = none.
int headsOf(const RunResult& run, int layer, core::AttentionPart part = core::AttentionPart::Self);

/// Number of layers; of a run that is still computed those too that are not there yet.
int layersOf(const RunResult& run, core::AttentionPart part = core::AttentionPart::Self);

/// A head of a tensor [head, …] of the trace. Empty when not recorded.
Grid headGrid(const core::Trace& trace, const std::string& tensor, int head);

/// A stage of one head: "attn.pattern", "attn.scores", …: [query, key]. Empty when not recorded.
Grid headGrid(const core::Trace& trace, int layer, const char* rest, int head);

/// Which cells the head may not see (−inf): the scores, but for cells to which an intervention gave a weight. Empty when not
/// recorded.
Grid headMask(const core::Trace& trace, const std::string& scores, int head);

/// The weights that scores of this name became.
std::string patternOf(const std::string& scores);

/// The scores of all heads of a run, for FigureInfo::needs. RunPtr: not null.
Need scoredHeadsNeed(const RunPtr& run, core::AttentionPart part = core::AttentionPart::Self);

/// Every recorded head, layer by layer; none before that is computed.
const std::vector<ScoredHead>& scoredHeads(
    const NeedResults& results, const RunPtr& run, core::AttentionPart part = core::AttentionPart::Self);

/// How far the heads of B are from those of A: the most changed first.
Need changedHeadsNeed(const RunPtr& a, const RunPtr& b, core::AttentionPart part = core::AttentionPart::Self);
const std::vector<ChangedHead>& changedHeads(
    const NeedResults& results, const RunPtr& a, const RunPtr& b, core::AttentionPart part = core::AttentionPart::Self);

/// Of one head, read from its pattern; nothing when it was not recorded.
std::optional<core::HeadScores> scoresOf(
    const RunResult& run, int layer, int head, core::AttentionPart part = core::AttentionPart::Self);

} // namespace widgets
