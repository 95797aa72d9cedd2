#include "core/analysis/cache_growth.h"

#include "core/run/cost.h"
#include "core/run/forward.h"
#include "core/run/kv_cache.h"

#include <algorithm>

namespace core {

namespace {

constexpr double operationsInReason = 4e9; // of all steps together
constexpr Index minSteps = 4;

} // namespace

std::int64_t CacheGrowth::bytesPerToken() const
{
    return sizes.size() < 2 ? 0 : sizes.back().bytes - sizes[sizes.size() - 2].bytes;
}

CacheGrowth measuredCacheGrowth(const Setup& setup, const Prompt& prompt, Index tokens, const RunControl& control)
{
    requireGenerating(setup.config);
    const bool hasEncoder = setup.config.hasEncoder();
    ForwardInput input{prompt.ids, {}};
    input.decoderIds = prompt.decoderIds;
    if (hasEncoder && input.decoderIds.empty())
        input.decoderIds = {setup.model->decoderStart};
    CacheGrowth growth;
    growth.weightBytes = weightBytesPerStep(setup.config);
    growth.promptTokens = Index((hasEncoder ? input.decoderIds : input.ids).size());
    const Index last = std::max(tokens, growth.promptTokens + 1);
    KvCache cache(setup.config, last);
    TraceRequest lastLogitsOnly;
    lastLogitsOnly.nothing = true;
    while (growth.sizes.empty() || cache.tokens() < last) {
        const std::shared_ptr<const Trace> trace = forward(setup, input, lastLogitsOnly, {control.stop, {}}, &cache);
        growth.sizes.push_back({cache.tokens(), std::int64_t(cache.bytes())});
        const TokenId next = sample(trace->lastLogits, SamplerOptions{}, growth.sizes.size());
        (hasEncoder ? input.decoderIds : input.ids) = {next};
        control.progress(double(cache.tokens()) / double(last), "generation");
    }
    return growth;
}

Index growthWithinReason(const Setup& setup, Index promptTokens, Index wanted)
{
    const double steps = operationsInReason / std::max(1.0, costOf(setup.config).flopsPerToken);
    const Index affordable = promptTokens + std::max(minSteps, Index(std::min(steps, 1e6)));
    const Index reach = longestText(setup.config).value_or(std::max(wanted, promptTokens + minSteps));
    return std::min({std::max(wanted, promptTokens + minSteps), affordable, reach});
}

std::int64_t cacheNumbersPerToken(const ModelConfig& config)
{
    std::int64_t numbers = 0;
    for (const BlockConfig& block : config.blocks)
        numbers += block.cacheNumbersPerToken();
    return numbers;
}

std::int64_t weightBytesPerStep(const ModelConfig& config) { return costOf(config).active * std::int64_t(sizeof(float)); }

std::int64_t pairsSeen(const AttentionMask& mask, Index tokens)
{
    std::int64_t pairs = 0;
    for (Index query = 0; query < tokens; ++query) {
        const KeyRange range = maskRange(mask, query, tokens);
        if (maskIsContiguous(mask))
            pairs += range.last - range.first;
        else
            for (Index key = range.first; key < range.last; ++key)
                pairs += maskSees(mask, query, key) ? 1 : 0;
    }
    return pairs;
}

} // namespace core
