#include "core/analysis/head_table.h"

#include "core/analysis/attention_stages.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

const TraceEntry* patternOf(const Trace& trace, AttentionPart part, int layer)
{
    const TraceEntry* pattern = trace.findEntry(attentionName(partIn(trace, part), layer, "pattern"));
    return pattern && pattern->tensor.rank() == 3 ? pattern : nullptr;
}

int headAt(const TraceEntry& pattern, Index row)
{
    return pattern.heads.empty() ? int(row) : int(pattern.heads[std::size_t(row)]);
}

/// The row of a head in its tensor; −1: not recorded.
Index rowOf(const TraceEntry& pattern, int head)
{
    for (Index row = 0; row < pattern.tensor.dim(0); ++row)
        if (headAt(pattern, row) == head)
            return row;
    return -1;
}

/// The scores of the heads of a pattern: by the ids of its keys, which those of another text are not.
std::vector<HeadScores> scoresOf(const Trace& trace, AttentionPart part, const Tensor& pattern)
{
    static const std::vector<TokenId> none;
    return attentionScores(pattern, part == AttentionPart::Cross ? none : idsOfPart(trace, part, false));
}

ConstMatrixView viewOf(const Tensor& pattern, Index row)
{
    const Index queries = pattern.dim(1), keys = pattern.dim(2);
    return {pattern.data() + row * queries * keys, queries, keys, Eigen::OuterStride<>(keys)};
}

} // namespace

std::vector<ScoredHead> scoredHeads(const Trace& trace, const RunControl& control, AttentionPart part)
{
    std::vector<ScoredHead> heads;
    for (int layer = 0; layer < int(layersOf(trace, partIn(trace, part))); ++layer) {
        control.check();
        const TraceEntry* pattern = patternOf(trace, part, layer);
        if (!pattern)
            continue;
        const std::vector<HeadScores> scores = scoresOf(trace, part, pattern->tensor);
        for (std::size_t row = 0; row < scores.size(); ++row)
            heads.push_back({layer, headAt(*pattern, Index(row)), scores[row]});
    }
    return heads;
}

std::optional<HeadScores> scoresOfHead(const Trace& trace, int layer, int head, AttentionPart part)
{
    const TraceEntry* pattern = patternOf(trace, part, layer);
    const Index row = pattern ? rowOf(*pattern, head) : -1;
    if (row < 0)
        return std::nullopt;
    return scoresOf(trace, part, pattern->tensor.part(row, 1)).front();
}

int headsOfLayer(const Setup* setup, const Trace& trace, int layer, AttentionPart part)
{
    if (const BlockConfig* const block = blockOfPart(setup, partIn(trace, part), layer))
        return int(block->heads);
    const TraceEntry* pattern = patternOf(trace, part, layer);
    if (!pattern)
        return 0;
    return pattern->heads.empty() ? int(pattern->tensor.dim(0)) : int(pattern->heads.back()) + 1;
}

std::vector<ChangedHead> changedHeads(const TracedRun& a, const TracedRun& b, const RunControl& control, AttentionPart part)
{
    std::vector<ChangedHead> changed;
    for (int layer = 0; layer < int(layersOf(a.trace, partIn(a.trace, part))); ++layer) {
        control.check();
        const TraceEntry *before = patternOf(a.trace, part, layer), *after = patternOf(b.trace, part, layer);
        if (!before || !after || headsOfLayer(a.setup, a.trace, layer, part) != headsOfLayer(b.setup, b.trace, layer, part)
            || before->tensor.dim(1) != after->tensor.dim(1) || before->tensor.dim(2) != after->tensor.dim(2))
            continue;
        for (Index row = 0; row < before->tensor.dim(0); ++row) {
            const int head = headAt(*before, row);
            const Index other = rowOf(*after, head);
            if (other < 0)
                continue;
            const double mean = rowDivergence(viewOf(before->tensor, row), viewOf(after->tensor, other)).mean;
            if (std::isfinite(mean))
                changed.push_back({layer, head, mean});
        }
    }
    std::stable_sort(
        changed.begin(), changed.end(), [](const ChangedHead& x, const ChangedHead& y) { return x.divergence > y.divergence; });
    return changed;
}

} // namespace core
