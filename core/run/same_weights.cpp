#include "core/run/same_weights.h"

#include "core/run/forward.h"

#include <algorithm>

namespace core {

Setup withSameWeights(const Setup& setup, const SameWeights& change)
{
    Setup changed = setup;
    ModelConfig& config = changed.config;
    if (change.layers > 0 && change.layers < config.layers())
        config.blocks.resize(std::size_t(change.layers));
    for (std::vector<BlockConfig>* stack : {&config.blocks, &config.encoderBlocks})
        for (BlockConfig& block : *stack) {
            block.position = change.position;
            if (change.seesAll)
                block.mask = Bidirectional{};
        }
    if (!change.hasOutput)
        config.outputHead = OutputHead::None;
    validate(config);
    return changed;
}

ForwardInput inputOf(const Trace& trace)
{
    ForwardInput input;
    input.ids = trace.ids;
    input.decoderIds = trace.decoderIds;
    return input;
}

Index affordableLayers(const ModelConfig& config, Index tokens, double flops)
{
    ModelConfig body = config;
    body.outputHead = OutputHead::None;
    TraceRequest nothing;
    nothing.nothing = true;
    const Plan whole = plan(body, std::max<Index>(1, tokens), nothing);
    const double each = (whole.productFlops + whole.attentionFlops) / double(std::max<Index>(1, config.layers()));
    return each > 0 ? std::clamp(Index(flops / each), Index(1), config.layers()) : config.layers();
}

} // namespace core
