#include "widgets/views/attention/aligned_heads.h"

#include "core/analysis/attention_part.h"
#include "widgets/figure/sides.h"

namespace widgets {

namespace {

NeedId idOf(const RunPtr& run) { return {run->trace, {}, "heads that align"}; }

} // namespace

Needs alignedHeadsNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!run->setup || !run->setup->model->tokenizer || !core::hasPart(*run->trace, core::AttentionPart::Cross))
            continue;
        all.push_back(derivedNeed(idOf(run), [setup = run->setup](const core::RunControl& control) {
            const auto pairs = core::wordPairs(setup->model->path);
            return pairs ? AlignedHeads{*pairs, core::alignedHeads(*setup, *pairs, control)} : AlignedHeads();
        }));
        all.back().isPart = true;
    }
    return all;
}

const AlignedHeads* alignedHeadsOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const auto* const found = run ? data.results.value<AlignedHeads>(idOf(run)) : nullptr;
    return found && !found->heads.empty() ? found : nullptr;
}

} // namespace widgets
