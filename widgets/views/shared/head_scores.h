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

/// Which cells the heads of a run may not see (−inf): their scores, or where those were not recorded the mask of their block, which
/// heads and layers share; but for cells to which an intervention gave a weight.
class HeadMasks
{
public:
    explicit HeadMasks(const RunResult& run)
        : m_run(run)
    {
    }

    /// Empty where nothing says it, or nothing is hidden.
    Grid of(core::AttentionPart part, int layer, int head);

private:
    const Grid& cellsOf(const core::AttentionMask& mask, core::Index queries, core::Index keys);

    const RunResult& m_run;
    const core::AttentionMask* m_mask = nullptr; // of m_cells
    Grid m_cells;
};

/// Of one head.
inline Grid headMask(const RunResult& run, core::AttentionPart part, int layer, int head)
{
    return HeadMasks(run).of(part, layer, head);
}

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
