#include "core/analysis/logit_lens.h"

#include "core/base/engine_use.h"
#include "core/run/embedding.h"
#include "core/run/pass.h"
#include "core/run/stream_ids.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

namespace core {

const Tensor* streamAfter(const Trace& trace, Index layer)
{
    const Tensor* after = layer >= 0 ? trace.find(blockName(layer, "resid_post")) : nullptr;
    return after ? after : trace.find(blockName(layer + 1, "resid_pre"));
}

Tensor lensLogits(const Setup& setup, const Trace& trace, std::span<const LensPlace> places, const RunControl& control)
{
    countEngineUse();
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

std::span<const float> logitsAfter(const Trace& trace, Index position)
{
    const Index last = Index(streamTokens(trace).size()) - 1;
    if (position < 0 || position > last)
        return {};
    if (const Tensor* logits = trace.find("logits"); logits && logits->rank() == 2) {
        // All positions, or only the last ones.
        const Index row = logits->dim(0) - 1 - (last - position);
        if (row >= 0)
            return {logits->row(row), std::size_t(logits->columns())};
    }
    return position == last ? std::span<const float>(trace.lastLogits) : std::span<const float>();
}

namespace {

using ReadLogits = std::function<void(std::size_t place, std::span<const float> logits)>;

/// The logits at each place, after the last block the recorded ones where there are some; not called for a place whose stream was
/// not recorded.
void readPlaces(
    const Setup& setup, const Trace& trace, std::span<const LensPlace> places, const ReadLogits& read, const RunControl& control)
{
    std::vector<LensPlace> unread;
    std::vector<std::size_t> at; // of `unread` among the places
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].layer == setup.config.layers() - 1)
            if (const std::span<const float> logits = logitsAfter(trace, places[i].position); !logits.empty()) {
                read(i, logits);
                continue;
            }
        const Tensor* stream = streamAfter(trace, places[i].layer);
        if (!stream || places[i].position >= stream->rows())
            continue;
        unread.push_back(places[i]);
        at.push_back(i);
    }
    if (unread.empty())
        return;
    const Tensor logits = lensLogits(setup, trace, unread, control);
    for (std::size_t i = 0; i < unread.size(); ++i)
        read(at[i], {logits.row(Index(i)), std::size_t(logits.columns())});
}

} // namespace

std::vector<LensTokens> lensTokens(
    const Setup& setup, const Trace& trace, std::span<const LensPlace> places, int depth, const RunControl& control)
{
    std::vector<LensTokens> tokens(places.size());
    const auto read = [&](std::size_t place, std::span<const float> logits) { tokens[place] = topK(logits, depth); };
    readPlaces(setup, trace, places, read, control);
    return tokens;
}

std::vector<double> lensProbabilities(const Setup& setup, const Trace& trace, std::span<const LensPlace> places,
    std::span<const TokenId> ids, const RunControl& control)
{
    assert(ids.size() == places.size());
    std::vector<double> probabilities(places.size(), std::numeric_limits<double>::quiet_NaN());
    const auto read
        = [&](std::size_t place, std::span<const float> logits) { probabilities[place] = probabilityOf(logits, ids[place]); };
    readPlaces(setup, trace, places, read, control);
    return probabilities;
}

} // namespace core
