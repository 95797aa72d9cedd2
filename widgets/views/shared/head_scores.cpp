#include "widgets/views/shared/head_scores.h"

#include "core/analysis/attention_stages.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/token_groups.h"
#include <algorithm>
#include <cmath>
#include <memory>

namespace widgets {

int layersOf(const RunResult& run) { return int(run.trace->layers()); }

int headsOf(const RunResult& run, int layer) { return core::headsOfLayer(run.setup.get(), *run.trace, layer); }

Grid headGrid(const core::Trace& trace, int layer, const char* rest, int head)
{
    const core::TraceEntry* entry = trace.findEntry(core::blockName(layer, rest));
    const core::Index row = entry ? headRow(*entry, head) : -1;
    return row < 0 ? Grid() : gridOf(entry->tensor, 0, row);
}

Grid headMask(const core::Trace& trace, int layer, int head) { return headGrid(trace, layer, "attn.scores", head); }

namespace {

NeedId idOfScores(const RunPtr& run) { return {run->trace, {}, "scores of all heads"}; }
NeedId idOfChanges(const RunPtr& a, const RunPtr& b) { return {a->trace, b->trace, "changes of all heads"}; }

template <class Value>
const std::vector<Value>& listOf(const NeedResults& results, const NeedId& id)
{
    static const std::vector<Value> none;
    const auto* const found = results.value<std::vector<Value>>(id);
    return found ? *found : none;
}

} // namespace

Need scoredHeadsNeed(const RunPtr& run)
{
    return derivedNeed(
        idOfScores(run), [run](const core::RunControl& control) { return core::scoredHeads(*run->trace, control); });
}

const std::vector<ScoredHead>& scoredHeads(const NeedResults& results, const RunPtr& run)
{
    return listOf<ScoredHead>(results, idOfScores(run));
}

Need changedHeadsNeed(const RunPtr& a, const RunPtr& b)
{
    return derivedNeed(idOfChanges(a, b), [a, b](const core::RunControl& control) {
        return core::changedHeads({*a->trace, a->setup.get()}, {*b->trace, b->setup.get()}, control);
    });
}

const std::vector<ChangedHead>& changedHeads(const NeedResults& results, const RunPtr& a, const RunPtr& b)
{
    return listOf<ChangedHead>(results, idOfChanges(a, b));
}

std::optional<core::HeadScores> scoresOf(const RunResult& run, int layer, int head)
{
    return core::scoresOfHead(*run.trace, layer, head);
}

} // namespace widgets
