#include "widgets/views/shared/head_scores.h"

#include "core/analysis/attention_stages.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/kept_results.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace widgets {

int layersOf(const RunResult& run) { return int(run.trace->layers()); }

int headsOf(const RunResult& run, int layer)
{
    if (run.setup && layer >= 0 && layer < run.setup->config.layers())
        return int(run.setup->config.block(layer).heads);
    const core::TraceEntry* pattern = run.trace->findEntry(core::blockName(layer, "attn.pattern"));
    if (!pattern || pattern->tensor.rank() != 3)
        return 0;
    return pattern->heads.empty() ? int(pattern->tensor.dim(0)) : int(pattern->heads.back()) + 1;
}

Grid headGrid(const core::Trace& trace, int layer, const char* rest, int head)
{
    const core::TraceEntry* entry = trace.findEntry(core::blockName(layer, rest));
    const core::Index row = entry ? headRow(*entry, head) : -1;
    return row < 0 ? Grid() : gridOf(entry->tensor, 0, row);
}

Grid headMask(const core::Trace& trace, int layer, int head) { return headGrid(trace, layer, "attn.scores", head); }

const std::vector<ScoredHead>& scoredHeads(const RunResult& run)
{
    static KeptResults<std::vector<ScoredHead>> kept;
    return kept.get(run.trace, {}, [&] {
        std::vector<ScoredHead> heads;
        for (int layer = 0; layer < layersOf(run); ++layer) {
            const core::TraceEntry* pattern = run.trace->findEntry(core::blockName(layer, "attn.pattern"));
            if (!pattern || pattern->tensor.rank() != 3)
                continue;
            const std::vector<core::HeadScores> scores = core::attentionScores(pattern->tensor, streamIds(*run.trace));
            for (std::size_t row = 0; row < scores.size(); ++row)
                heads.push_back({layer, pattern->heads.empty() ? int(row) : int(pattern->heads[row]), scores[row]});
        }
        return heads;
    });
}

const std::vector<ChangedHead>& changedHeads(const RunResult& a, const RunResult& b)
{
    static std::weak_ptr<const core::Trace> keptA, keptB;
    static std::vector<ChangedHead> kept;
    if (keptA.lock() == a.trace && keptB.lock() == b.trace)
        return kept;
    kept.clear();
    keptA = a.trace;
    keptB = b.trace;
    for (const ScoredHead& head : scoredHeads(a)) {
        const Grid before = headGrid(*a.trace, head.layer, "attn.pattern", head.head);
        const Grid after = headGrid(*b.trace, head.layer, "attn.pattern", head.head);
        if (headsOf(a, head.layer) != headsOf(b, head.layer) || after.isEmpty() || before.rows != after.rows
            || before.columns != after.columns)
            continue;
        const double mean = core::rowDivergence(viewOf(before), viewOf(after)).mean;
        if (std::isfinite(mean))
            kept.push_back({head.layer, head.head, mean});
    }
    std::stable_sort(
        kept.begin(), kept.end(), [](const ChangedHead& x, const ChangedHead& y) { return x.divergence > y.divergence; });
    return kept;
}

const core::HeadScores* scoresOf(const RunResult& run, int layer, int head)
{
    for (const ScoredHead& scored : scoredHeads(run))
        if (scored.layer == layer && scored.head == head)
            return &scored.scores;
    return nullptr;
}

} // namespace widgets
