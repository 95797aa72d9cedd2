#include "core/run/cost.h"

#include "core/run/forward.h"

namespace core {

namespace {

/// The group that a tensor counts to, by its native name.
std::int64_t& groupOf(Cost& cost, const std::string& name)
{
    if (name.find(".mixer.") != std::string::npos)
        return cost.mixer;
    if (name.find("attn.") != std::string::npos)
        return cost.attention;
    if (name.find(".mlp.") != std::string::npos)
        return cost.feedForward;
    if (name.starts_with("ln_") || name.find(".ln") != std::string::npos)
        return cost.norm;
    if (name.starts_with("unembed.") || name.starts_with("head."))
        return cost.output;
    return cost.embedding;
}

} // namespace

Cost countParameters(const std::vector<WeightSpec>& specs)
{
    Cost cost;
    for (const WeightSpec& spec : specs) {
        if (!spec.sharedWith.empty())
            continue;
        groupOf(cost, spec.name) += elements(spec.shape);
        cost.parameters += elements(spec.shape);
        cost.active += spec.active ? elements(spec.shape) : 0;
    }
    cost.weightBytes = cost.parameters * std::int64_t(sizeof(float));
    return cost;
}

Cost costOf(const ModelConfig& config)
{
    Plan one = plan(config, 1);
    // Not generated; what a file brings besides is counted there.
    std::erase_if(one.weights, [](const WeightSpec& spec) { return spec.optional || !spec.sharedWith.empty(); });
    Cost cost = countParameters(one.weights);
    cost.flopsPerToken = one.productFlops;
    // c·T² + s·T over T tokens: what grows with the positions is c, what a recurrence does for each token alone is s.
    cost.attentionFlopsPerTokenPerPosition = (plan(config, 2).attentionFlops - 2.0 * one.attentionFlops) / 2.0;
    if (config.topology == Topology::Encoder) // reads its text at once
        return cost;
    for (const BlockConfig& block : config.blocks)
        cost.cacheBytesPerToken += block.cacheNumbersPerToken() * std::int64_t(sizeof(float));
    return cost;
}

std::int64_t cacheNumbers(const ModelConfig& config, Index tokens)
{
    if (config.topology == Topology::Encoder || tokens <= 0)
        return 0;
    std::int64_t numbers = 0;
    for (const BlockConfig& block : config.blocks) {
        const KeyRange seen = maskRange(block.mask, tokens - 1, tokens);
        numbers += block.cacheNumbersPerToken() * std::int64_t(maskIsContiguous(block.mask) ? seen.last - seen.first : tokens);
    }
    return numbers;
}

} // namespace core
