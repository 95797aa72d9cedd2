#include "widgets/views/alibi/order.h"

#include "core/analysis/token_order.h"
#include "core/base/error.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"
#include "widgets/figure/sides.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/kept_results.h"

#include <algorithm>

namespace widgets {

namespace {

/// Of one pass; some ten are run.
constexpr double kAffordableFlops = 1e8;

/// Both passes of one kind; nothing when its choices do not go together with the model's.
bool runKind(OrderOfKind& kind, const core::PositionEncoding& position, const RunResult& run, const OrderExperiment& experiment)
{
    const std::string end = core::blockName(experiment.layers - 1, "resid_post");
    core::TraceRequest request{.patterns = {end, core::blockName(experiment.layer, "attn.pattern")}};
    try {
        const core::Setup setup
            = core::withSameWeights(*run.setup, {.position = position, .seesAll = kind.seesAll, .layers = experiment.layers});
        core::ForwardInput typed;
        typed.ids = run.trace->ids;
        typed.decoderIds = run.trace->decoderIds;
        core::ForwardInput moved = typed;
        std::vector<core::TokenId>& ids = moved.decoderIds.empty() ? moved.ids : moved.decoderIds;
        ids = core::reordered<core::TokenId>(ids, experiment.order);
        kind.before = core::forward(setup, typed, request);
        kind.after = core::forward(setup, moved, request);
    } catch (const core::Error&) {
        return false;
    }
    kind.change = core::changeOfMoved(kind.before->at(end), kind.after->at(end), experiment.order);
    kind.largest = *std::max_element(kind.change.begin(), kind.change.end());
    return true;
}

OrderExperiment compute(const RunResult& run, int from, int to, int layer)
{
    OrderExperiment experiment{.from = from, .to = to};
    const auto count = core::Index(streamIds(*run.trace).size());
    const core::BlockConfig* block = blockOf(run, layer);
    if (!block || count < 2)
        return experiment;
    const core::ModelConfig& config = run.setup->config;
    experiment.order = core::movedOrder(count, from, to);
    experiment.ofLayers = int(config.layers());
    experiment.layers = int(core::affordableLayers(config, count, kAffordableFlops));
    experiment.layer = std::min(layer, experiment.layers - 1);

    const auto add = [&](OrderOfKind kind, const core::PositionEncoding& position) {
        kind.kind = std::string(core::infoOf(position).id);
        if (kind.id.empty())
            kind.id = kind.kind;
        if (runKind(kind, position, run, experiment))
            experiment.kinds.push_back(std::move(kind));
    };
    add({}, core::NoPosition{});
    const bool allSee = std::all_of(config.blocks.begin(), config.blocks.end(),
        [](const core::BlockConfig& each) { return std::holds_alternative<core::Bidirectional>(each.mask); });
    if (!allSee)
        add({.id = "none_masked", .seesAll = false}, core::NoPosition{});
    // The model's own kind as it is set there, also one with weights; but only where all layers have it.
    const core::PositionEncoding& own = block->position;
    const bool allOwn = std::all_of(
        config.blocks.begin(), config.blocks.end(), [&](const core::BlockConfig& each) { return each.position == own; });
    bool hasOwn = std::holds_alternative<core::NoPosition>(own) || !allOwn;
    for (const core::PositionEncoding& position : {core::PositionEncoding(core::Alibi{}),
             core::PositionEncoding(core::Sinusoidal{}), core::PositionEncoding(core::Rope{})}) {
        const bool isOwn = position.index() == own.index() && allOwn;
        hasOwn |= isOwn;
        add({}, isOwn ? own : position);
    }
    if (!hasOwn)
        add({}, own);
    return experiment;
}

} // namespace

const OrderExperiment& orderExperiment(const FigureData& data)
{
    static KeptResults<OrderExperiment> kept;
    static const OrderExperiment nothing;
    const RunPtr& run = shownRun(data);
    if (!run)
        return nothing;
    const int count = int(streamIds(*run->trace).size());
    const auto option = [&](const char* name, int otherwise) {
        bool isNumber = false;
        const int value = data.options.value(QString::fromLatin1(name)).toInt(&isNumber);
        return std::clamp(isNumber ? value : otherwise, 0, std::max(0, count - 1));
    };
    const int from = option("from", 1), to = option("to", count - 1);
    const std::string words = std::to_string(from) + " " + std::to_string(to) + " " + std::to_string(data.selection.layer);
    return kept.get(run->trace, words, [&] { return compute(*run, from, to, data.selection.layer); });
}

const OrderOfKind* shownKind(const FigureData& data)
{
    const OrderExperiment& experiment = orderExperiment(data);
    const std::string id = data.options.value(QStringLiteral("kind")).toString().toStdString();
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
