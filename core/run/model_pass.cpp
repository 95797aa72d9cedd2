#include "core/run/model_pass.h"

#include "core/base/kernels.h"
#include "core/layers/attention.h"
#include "core/layers/block.h"
#include "core/run/embedding.h"

#include <algorithm>

namespace core {

TokenPlaces placesOf(Index tokens, const std::vector<Index>& sequenceStarts, Index past)
{
    TokenPlaces places;
    std::vector<Index> starts = sequenceStarts.empty() ? std::vector<Index>{0} : sequenceStarts;
    starts.push_back(tokens);
    for (Index key = 0; key < past; ++key)
        places.keyPositions.push_back(key);
    for (std::size_t s = 0; s + 1 < starts.size(); ++s)
        for (Index t = starts[s]; t < starts[s + 1]; ++t) {
            const Index position = past + t - starts[s];
            places.positions.push_back(position);
            places.keyPositions.push_back(position);
            places.keyStart.push_back(past > 0 ? 0 : starts[s]);
            places.keyEnd.push_back(past + starts[s + 1]);
        }
    return places;
}

namespace {

/// A copy that outlives the blocks, for what all of them read.
Tensor keptCopy(const Scope& scope, const Tensor& tensor)
{
    if (scope.planning() || !tensor)
        return tensor;
    Tensor copy(tensor.name(), tensor.axes(), tensor.shape());
    std::copy_n(tensor.data(), tensor.size(), copy.data());
    return copy;
}

/// The blocks of one stack over what the embedding gave; the stream after the last.
struct Stack
{
    Pass& pass;
    const ModelConfig& config;
    const Scope scope; // the root, or "encoder"
    const std::vector<BlockConfig>& blocks;
    const TokenPlaces& places;
    const Tensor* source = nullptr;
    KvCache* cache = nullptr;
    Dropout dropout = {};

    Tensor run(std::span<const TokenId> ids, const Known& known) const
    {
        Embedded embedded{known.stream, {}};
        if (!known.stream)
            embedded = runEmbedding(scope, config, blocks, ids, places);
        const Tensor relative = keptCopy(scope, runRelativeEmbedding(scope, config, blocks));
        Tensor stream = dropout ? dropOut(scope, embeddedDropped, embedded.stream, dropout) : embedded.stream;
        for (Index layer = known.layers; layer < Index(blocks.size()); ++layer) {
            pass.control().check();
            pass.beginBlock();
            const Index next = layer + 1;
            pass.readAhead(scope.nameOf(next < Index(blocks.size()) ? "blocks." + std::to_string(next) + "." : "unembed."));
            const Scope block = scope.child("blocks." + std::to_string(layer));
            const Tensor residPre = block.alias("resid_pre", stream);
            stream = runBlock(block,
                {.config = blocks[std::size_t(layer)],
                    .residPre = residPre,
                    .places = places,
                    .cache = cache ? &cache->layer(layer) : nullptr,
                    .source = source,
                    .relativeEmbedding = relative ? &relative : nullptr,
                    .positionPart = layer == 0 && embedded.positionPart && !cache ? &embedded.positionPart : nullptr,
                    .dropout = dropout});
            pass.control().progress(double(layer + 1) / double(blocks.size() + 1), "block");
            pass.layerDone();
        }
        pass.beginBlock();
        return config.finalNorm ? applyNorm(config.normAfter(blocks), scope.child("ln_final"), stream) : stream;
    }
};

/// The encoder's output [source token, d_model]; with a cache computed once.
Tensor runEncoder(Pass& pass, const ModelInput& in, const Known& known)
{
    if (known.source)
        return known.source;
    if (in.cache && in.cache->source())
        return in.cache->source();
    const TokenPlaces places = placesOf(Index(in.input.ids.size()), {}, 0);
    const Scope scope = pass.root().child("encoder");
    const Stack stack{pass, in.config, scope, in.config.encoderBlocks, places, nullptr, nullptr, in.input.dropout};
    const Tensor source = keptCopy(scope, stack.run(in.input.ids, {}));
    if (in.cache && !pass.planning())
        in.cache->setSource(source);
    return source;
}

/// The rows of the stream whose logits are computed: those that were asked for, all, or the last.
Tensor rowsForLogits(const Scope& model, const ModelInput& in, const Tensor& h)
{
    const Index tokens = h.rows(), rows = in.allLogits ? tokens : 1;
    if (in.logitTokens.empty())
        return {h.name(), h.axes(), {rows, in.config.dModel},
            model.planning() ? nullptr : const_cast<float*>(h.row(tokens - rows)), h.owner()};
    Tensor some = model.make("logit_input", h.axes(), {Index(in.logitTokens.size()), in.config.dModel}, Recording::Never);
    model.rows(some.rows(), in.config.dModel,
        [&](Index i) { std::copy_n(h.row(in.logitTokens[std::size_t(i)]), in.config.dModel, some.row(i)); });
    return some;
}

} // namespace

Tensor runModel(Pass& pass, const ModelInput& in, const Known& known)
{
    const ModelConfig& config = in.config;
    const Scope model = pass.root();
    pass.control().progress(0.0, "embed");
    const Tensor source = config.hasEncoder() ? runEncoder(pass, in, known) : Tensor();
    const Stack stack{
        pass, config, model, config.blocks, in.places, config.hasEncoder() ? &source : nullptr, in.cache, in.input.dropout};
    const Tensor h = stack.run(in.ids(), known);
    if (config.outputHead == OutputHead::None)
        return {};

    const Tensor last = rowsForLogits(model, in, h);
    const Index rows = last.rows();
    Tensor logits = model.make("logits", {axis::token, axis::vocabulary}, {rows, config.vocabulary});
    runUnembedding(model, config, last, logits);
    if (in.allLogits || !in.logitTokens.empty())
        model.record(logits);
    if (in.allLogits && in.logitTokens.empty()) {
        Tensor logZ = model.make("log_z", {axis::token}, {rows}); // log of the softmax denominator
        model.nothingFollows(logZ, {"logits"});
        model.rows(rows, 4 * config.vocabulary,
            [&](Index t) { logZ.data()[t] = kernels::best().logSumExp(logits.row(t), config.vocabulary); });
        model.record(logZ);
    }
    pass.control().progress(1.0, "logits");
    return logits;
}

} // namespace core
