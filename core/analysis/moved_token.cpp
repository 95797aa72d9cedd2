#include "core/analysis/moved_token.h"

#include "core/analysis/token_order.h"
#include "core/base/error.h"
#include "core/model/model_config.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"
#include "core/run/stream_ids.h"

#include <algorithm>

namespace core {

namespace {

/// Of one pass; some ten are run.
constexpr double affordableFlops = 1e8;

/// Both passes of one kind; false when its choices do not go together with the model's.
struct OwnRun
{
    const Setup& setup;
    const Trace& trace;
};

bool runKind(OrderOfKind& kind, const PositionEncoding& position, const OwnRun& own, const OrderExperiment& experiment,
    const RunControl& control)
{
    const std::string end = blockName(experiment.layers - 1, "resid_post");
    const TraceRequest request{.patterns = {end, blockName(experiment.layer, "attn.pattern")}};
    try {
        const Setup setup
            = withSameWeights(own.setup, {.position = position, .seesAll = kind.seesAll, .layers = experiment.layers});
        const ForwardInput typed = inputOf(own.trace);
        ForwardInput moved = typed;
        std::vector<TokenId>& ids = moved.decoderIds.empty() ? moved.ids : moved.decoderIds;
        ids = reordered<TokenId>(ids, experiment.order);
        kind.before = forward(setup, typed, request, control);
        kind.after = forward(setup, moved, request, control);
    } catch (const Error&) {
        return false;
    }
    kind.change = changeOfMoved(kind.before->at(end), kind.after->at(end), experiment.order);
    kind.largest = *std::max_element(kind.change.begin(), kind.change.end());
    return true;
}

/// The kind with the numbers that the model has for it, also where it is not in use: the base of rotations, slopes.
PositionEncoding asInModel(const PositionEncoding& kind, const Setup& setup, Index layer)
{
    Choices said = setup.said;
    said.set("position.kind", std::string(infoOf(kind).id));
    try {
        return resolve(setup.model->choices, said).block(layer).position;
    } catch (const Error&) {
        return kind;
    }
}

} // namespace

std::size_t OrderExperiment::bytes() const
{
    std::size_t sum = 0;
    for (const OrderOfKind& kind : kinds)
        sum += kind.before->bytes() + kind.after->bytes();
    return sum;
}

OrderExperiment orderExperiment(const Setup& setup, const Trace& trace, const TokenMove& move, const RunControl& control)
{
    OrderExperiment experiment{.from = move.from, .to = move.to};
    const auto count = Index(streamIds(trace).size());
    const ModelConfig& config = setup.config;
    if (count < 2)
        return experiment;
    experiment.order = movedOrder(count, move.from, move.to);
    experiment.ofLayers = int(config.layers());
    experiment.layers = int(affordableLayers(config, count, affordableFlops));
    experiment.layer = std::min(move.layer, experiment.layers - 1);
    RunControl silent = control; // each pass would count from 0 again
    silent.onProgress = nullptr;

    const auto add = [&](OrderOfKind kind, const PositionEncoding& position) {
        control.check();
        kind.kind = std::string(infoOf(position).id);
        if (kind.id.empty())
            kind.id = kind.kind;
        if (runKind(kind, position, {setup, trace}, experiment, silent))
            experiment.kinds.push_back(std::move(kind));
    };
    add({}, NoPosition{});
    const bool allSee = std::all_of(config.blocks.begin(), config.blocks.end(),
        [](const BlockConfig& each) { return std::holds_alternative<Bidirectional>(each.mask); });
    if (!allSee)
        add({.id = "none_masked", .seesAll = false}, NoPosition{});
    // The model's own kind as it is set there, also one with weights; but only where all layers have it.
    const PositionEncoding& own = config.block(move.layer).position;
    const bool allOwn
        = std::all_of(config.blocks.begin(), config.blocks.end(), [&](const BlockConfig& each) { return each.position == own; });
    bool hasOwn = std::holds_alternative<NoPosition>(own) || !allOwn;
    static const PositionEncoding compared[] = {Alibi{}, Sinusoidal{}, Rope{}};
    for (const PositionEncoding& position : compared) {
        const bool isOwn = position.index() == own.index() && allOwn;
        hasOwn |= isOwn;
        add({}, isOwn ? own : asInModel(position, setup, move.layer));
    }
    if (!hasOwn)
        add({}, own);
    return experiment;
}

} // namespace core
