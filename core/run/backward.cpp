#include "core/run/backward.h"

#include "core/layers/block.h"
#include "core/run/backward_pass.h"
#include "core/run/embedding.h"
#include "core/run/model_pass.h"

#include <algorithm>

namespace core {

namespace {

/// One stack on the way back.
struct StackBack
{
    const BackScope scope; // the root, or "encoder"
    const EmbeddingInput& in;
    const Tensor* source = nullptr; // what cross-attention read
    bool beginsAtTables = true;     // otherwise the run was given the stream
    Dropout dropout = {};

    std::string block(Index layer) const { return "blocks." + std::to_string(layer); }

    /// The stream after the last block, before the final norm.
    const Tensor& last() const { return scope.tape(block(Index(in.blocks.size()) - 1) + ".resid_post"); }

    bool hasFinalNorm() const { return in.config.finalNorm && traitsOf(in.blocks.back().norm).normalizes; }

    /// What the stack puts out.
    const Tensor& out() const { return hasFinalNorm() ? scope.tape("ln_final.out") : last(); }

    /// From the gradient of out() down to the tables; the source gains what cross-attention reads of it.
    void run(const Tensor& dOut, Tensor* dSource) const
    {
        Tensor d = hasFinalNorm() ? normBackward(in.config.normAfter(in.blocks), scope.child("ln_final"), last(), dOut) : dOut;
        const Tensor relative = runRelativeEmbedding(scope.forward(), in.config, in.blocks);
        Tensor dRelative = relative ? scope.zeros(relative) : Tensor();
        for (Index layer = Index(in.blocks.size()) - 1; layer >= 0; --layer) {
            scope.forward().control().check();
            const BackScope of = scope.child(block(layer));
            d = blockBackward(of,
                {.config = in.blocks[std::size_t(layer)],
                    .residPre = of.tape("resid_pre"),
                    .places = in.places,
                    .source = source,
                    .relativeEmbedding = relative ? &relative : nullptr,
                    .dropout = dropout},
                d, {dSource, relative ? &dRelative : nullptr});
            scope.forward().control().progress(1.0 - double(layer) / double(in.blocks.size() + 1), "gradient");
        }
        if (relative)
            relativeEmbeddingBackward(scope, in, dRelative);
        if (beginsAtTables)
            embeddingBackward(scope, in, dropout ? dropOut(scope.forward(), embeddedDropped, d, dropout) : d);
    }
};

} // namespace

TraceRequest tapeRequest(const TraceRequest& asked)
{
    TraceRequest request = asked;
    request.nothing = false;
    request.isTape = true;
    return request;
}

TraceRequest bareTapeRequest(const ModelConfig& config)
{
    TraceRequest request;
    request.nothing = request.isTape = true;
    for (const std::vector<BlockConfig>* const blocks : {&config.blocks, &config.encoderBlocks})
        if (std::ranges::any_of(
                *blocks, [](const BlockConfig& block) { return isAttention(block.mixer) && block.softCap != 0.0; }))
            request.patterns = {"*attn.scores"}; // the way back through the cap
    return request;
}

Gradients backward(const TapedRun& run, const Tensor& ofLogits, const GradientRequest& request, const RunControl& control)
{
    const auto& [setup, input, tape] = run;
    const ModelConfig& config = setup.config;
    BackwardPass pass(setup, tape, request, control);
    const std::vector<TokenId>& ids = config.hasEncoder() ? tape.decoderIds : tape.ids;
    const TokenPlaces places = placesOf(Index(ids.size()), input.sequenceStarts, 0);
    const EmbeddingInput in{config, config.blocks, ids, places};
    if (!config.hasEncoder()) {
        const StackBack stack{.scope = pass.root(), .in = in, .beginsAtTables = !input.known.stream, .dropout = input.dropout};
        stack.run(unembeddingBackward(pass.root(), config, stack.out(), ofLogits), nullptr);
        return pass.takeGradients();
    }
    const TokenPlaces sourcePlaces = placesOf(Index(tape.ids.size()), {}, 0);
    const EmbeddingInput ofEncoder{config, config.encoderBlocks, tape.ids, sourcePlaces};
    const StackBack encoder{.scope = pass.root().child("encoder"), .in = ofEncoder, .dropout = input.dropout};
    const StackBack decoder{.scope = pass.root(), .in = in, .source = &encoder.out(), .dropout = input.dropout};
    Tensor dSource = pass.root().zeros(encoder.out());
    decoder.run(unembeddingBackward(pass.root(), config, decoder.out(), ofLogits), &dSource);
    encoder.run(dSource, nullptr);
    return pass.takeGradients();
}

} // namespace core
