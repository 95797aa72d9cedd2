#include "core/analysis/sinusoid_terms.h"

#include "core/base/error.h"
#include "core/run/forward.h"
#include "core/run/same_weights.h"

#include <algorithm>

namespace core {

bool hasSinusoidTerms(const Trace& trace)
{
    return std::all_of(sinusoidTermNames.begin(), sinusoidTermNames.end(),
        [&](const char* name) { return trace.find(blockName(0, name)) != nullptr; });
}

PositionEncoding addedPositions(const Setup& setup)
{
    const PositionEncoding& own = setup.config.block(0).position;
    return std::visit([](const auto& kind) { return kind.addsToEmbedding; }, own) ? own : Sinusoidal{};
}

Setup withAddedPositions(const Setup& setup)
{
    if (std::visit([](const auto& kind) { return kind.addsToEmbedding; }, setup.config.block(0).position))
        return setup;
    Choices said = setup.said, change;
    change.set("position.kind", "sinusoidal");
    change.set("weights", "trained_or_keep");
    said.merge(change);
    try {
        const SetupPtr trained = configure(setup.model, said);
        return trained->origin.how == WeightsOrigin::How::Trained ? *trained : setup;
    } catch (const Error&) {
        return setup;
    }
}

TracePtr sinusoidTerms(const Setup& setup, const Trace& trace, const RunControl& control)
{
    TraceRequest request;
    for (const char* name : sinusoidTermNames)
        request.patterns.push_back(blockName(0, name));
    try {
        return forward(
            withSameWeights(setup, {.position = addedPositions(setup), .layers = 1}), inputOf(trace), request, control);
    } catch (const Error&) {
        return nullptr;
    }
}

} // namespace core
