#include "widgets/views/alibi/order.h"

#include "core/analysis/token_order.h"
#include "widgets/figure/sides.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>

namespace widgets {

namespace {

core::TokenMove moveOf(const FigureData& data, const RunResult& run)
{
    const int last = std::max(0, int(streamIds(*run.trace).size()) - 1);
    return {std::clamp(fromOption.in(data, 1), 0, last), std::clamp(toOption.in(data, last), 0, last), data.selection.layer};
}

NeedId idOf(const RunPtr& run, const core::TokenMove& move)
{
    return {run->trace, {},
        "moved token " + std::to_string(move.from) + " " + std::to_string(move.to) + " " + std::to_string(move.layer)};
}

} // namespace

Needs orderNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        if (!hasAttention(*run, data.selection.layer) || int(streamIds(*run->trace).size()) > maxMovedTokens)
            continue;
        const core::TokenMove move = moveOf(data, *run);
        needs.push_back(derivedNeed(idOf(run, move), [run, move](const core::RunControl& control) {
            return core::orderExperiment(*run->setup, *run->trace, move, control);
        }));
    }
    return needs;
}

const OrderExperiment& orderExperiment(const FigureData& data) { return orderExperiment(data, shownRun(data)); }

const OrderExperiment& orderExperiment(const FigureData& data, const RunPtr& run)
{
    static const OrderExperiment nothing;
    const auto* const found = run ? data.results.value<OrderExperiment>(idOf(run, moveOf(data, *run))) : nullptr;
    return found ? *found : nothing;
}

FigureOptions orderOptions(const FigureData& data)
{
    QStringList kinds;
    for (const OrderOfKind& kind : orderExperiment(data).kinds)
        kinds << QString::fromStdString(kind.id);
    const int tokens = longestText(data);
    return {orderKindOption.oneOf(kinds), tokens > 0 ? fromOption.upTo(tokens - 1) : fromOption,
        tokens > 0 ? toOption.upTo(tokens - 1) : toOption};
}

const OrderOfKind* shownKind(const FigureData& data)
{
    const OrderExperiment& experiment = orderExperiment(data);
    const std::string id = orderKindOption.in(data).toStdString();
    for (const OrderOfKind& kind : experiment.kinds)
        if (kind.id == id)
            return &kind;
    return experiment.kinds.empty() ? nullptr : &experiment.kinds.front();
}

OrderMaps orderMaps(const OrderExperiment& experiment, const OrderOfKind& kind, int head)
{
    const auto grid = [&](const core::TracePtr& trace) {
        const core::Tensor* pattern = trace->find(core::blockName(experiment.layer, "attn.pattern"));
        const int last = pattern ? int(pattern->dim(0)) - 1 : -1;
        return last < 0 ? Grid() : gridOf(*pattern, 0, std::clamp(head, 0, last));
    };
    OrderMaps maps{grid(kind.before), grid(kind.after), {}};
    if (maps.before.isEmpty() || maps.after.isEmpty())
        return maps;
    const auto count = std::size_t(maps.after.size());
    const Grid back = gridOf(core::putBack({maps.after.data, count}, experiment.order), maps.after.rows, maps.after.columns);
    maps.difference = differenceOf(maps.before, back);
    return maps;
}

} // namespace widgets
