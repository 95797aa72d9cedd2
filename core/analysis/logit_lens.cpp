#include "core/analysis/logit_lens.h"

#include "core/run/embedding.h"
#include "core/run/pass.h"

#include <algorithm>
#include <cassert>

namespace core {

const Tensor* streamAfter(const Trace& trace, Index layer)
{
    const Tensor* after = layer >= 0 ? trace.find(blockName(layer, "resid_post")) : nullptr;
    return after ? after : trace.find(blockName(layer + 1, "resid_pre"));
}

Tensor lensLogits(const Setup& setup, const Trace& trace, std::span<const LensPlace> places, const RunControl& control)
{
    const ModelConfig& config = setup.config;
    const Norm norm = config.normAfter(config.blocks);
    const TraceMatcher matcher({.patterns = {}, .nothing = true});
    static const std::vector<Intervention> none; // the list keeps a reference
    const InterventionList interventions(none);
    Pass pass(setup.weights, matcher, interventions, control, 0);
    const Scope model = pass.root();

    // BatchNorm's statistics are those of all tokens of the layer; any other norm sees one vector at a time.
    const bool needsAll = config.finalNorm && traitsOf(norm).isOverTokens;
    Tensor rows("stream", {axis::token, axis::dModel}, {Index(places.size()), config.dModel});
    Tensor normed;
    Index normedLayer = -2;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Tensor* stream = streamAfter(trace, places[i].layer);
        assert(stream && places[i].position >= 0 && places[i].position < stream->rows());
        if (needsAll && places[i].layer != normedLayer) {
            normed = applyNorm(norm, model.child("ln_final"), *stream);
            normedLayer = places[i].layer;
        }
        std::copy_n((needsAll ? normed : *stream).row(places[i].position), config.dModel, rows.row(Index(i)));
    }
    const Tensor input = config.finalNorm && !needsAll ? applyNorm(norm, model.child("ln_final"), rows) : rows;
    Tensor logits("logits", {axis::token, axis::vocabulary}, {Index(places.size()), config.vocabulary});
    runUnembedding(model, config, input, logits);
    return logits;
}

} // namespace core
