#include "core/analysis/operation_cost.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr double flopsOfWeight = 5; // of the softmax: scale, subtract the maximum, exponential, add, divide
constexpr double flopsOfTurn = 3;   // x·cos + y·sin
constexpr double flopsOfQkNorm = 4;
constexpr Index maxLogits = Index(1) << 26; // that a pass is asked to keep for its costs

std::string_view lastWord(std::string_view name) { return name.substr(name.rfind('.') + 1); }

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

Operation inAttention(std::string_view name)
{
    const std::string_view word = lastWord(name);
    if (word == "out")
        return Operation::AttentionOut;
    if (word.starts_with("rot_") || word == "k_rope")
        return Operation::Rotation;
    if (word.ends_with("_normed") || name.find("_norm.") != std::string_view::npos)
        return Operation::Norms;
    return word.ends_with("_input") || isOneOf(word, {"q", "k", "v", "c_q", "c_kv", "both", "key", "copy"})
        ? Operation::Projection
        : Operation::Attention;
}

Operation inFeedForward(std::string_view name)
{
    const std::string_view word = lastWord(name);
    if (isOneOf(word, {"pre", "pre_linear", "input", "x", "tokens", "shared_gate", "shared_logit"}))
        return Operation::FeedForwardIn;
    if (word == "post")
        return Operation::Nonlinearity;
    if (isOneOf(word, {"out", "value", "receptance"}))
        return Operation::FeedForwardOut;
    return Operation::Router;
}

const BlockConfig& blockOf(const ModelConfig& config, const OperationCost& cost)
{
    const std::vector<BlockConfig>& blocks = cost.isOfEncoder ? config.encoderBlocks : config.blocks;
    return cost.layer >= 0 ? blocks[std::size_t(cost.layer)] : blocks.back();
}

/// What is computed number by number until this tensor is there.
double otherFlops(const ModelConfig& config, const OperationCost& cost, const PlannedStep& step)
{
    const auto size = double(step.size);
    const std::string_view word = lastWord(step.tensor);
    switch (cost.operation) {
    case Operation::Norms:
        return word == "normalized"     ? size * flopsOfNumber(blockOf(config, cost).norm)
            : word.ends_with("_normed") ? size * flopsOfQkNorm
                                        : 0;
    case Operation::Rotation:
        return size * flopsOfTurn;
    case Operation::Attention:
        return word == "pattern" ? size * flopsOfWeight : word == "bias" ? size : 0;
    case Operation::Nonlinearity: {
        const FeedForwardTraits traits = traitsOf(blockOf(config, cost).feedForward);
        return traits.isDense && !traits.isGated ? size : 2 * size;
    }
    case Operation::Residual:
        return step.made > 0 ? size : 0; // another name of the same numbers costs nothing
    case Operation::Embedding:
        return word == "pos_embed" || word == "token_type_embed" ? size : 0;
    case Operation::Unembedding:
        return word == "log_z" ? 3 * double(step.size) * double(config.vocabulary) : 0;
    default:
        return 0;
    }
}

/// Adding a bias of a product: one for each number that the product gives. Those of norms are in flopsOfNumber().
double biasFlops(const OperationCost& cost, const WeightSpec& spec, const TextLength& length)
{
    const std::string_view name = spec.name;
    const bool isOfProduct = cost.operation != Operation::Norms && cost.operation != Operation::Embedding;
    if (!isOfProduct || !spec.active || spec.optional || !name.ends_with(".bias") || name.find("norm.") != std::string_view::npos)
        return 0;
    const bool isOfSource = cost.isOfEncoder || name.ends_with("cross_attn.k.bias") || name.ends_with("cross_attn.v.bias");
    return double(elements(spec.shape)) * double(isOfSource ? length.sourceTokens : length.tokens);
}

double bytesOf(const OperationCost& cost, const PlannedStep& step)
{
    // Of a table the embedding reads the rows of its tokens.
    const auto read = double(cost.operation == Operation::Embedding ? step.made : step.read);
    return (read + double(step.made)) * double(sizeof(float));
}

} // namespace

const char* wordOf(Operation operation)
{
    static constexpr const char* words[operationKinds] = {"embedding", "norm", "projection", "rotation", "attention",
        "attention_out", "mixer", "router", "feed_forward_in", "activation", "feed_forward_out", "residual", "unembedding"};
    return words[std::size_t(operation)];
}

Operation operationOf(std::string_view tensor)
{
    const NameParts parts = partsOfName(tensor);
    const std::string_view name = parts.rest;
    if (name.starts_with("ln") || name == "rel_embed")
        return name.starts_with("ln_rel") || name == "rel_embed" ? Operation::Embedding : Operation::Norms;
    if (name.starts_with("attn.") || name.starts_with("cross_attn."))
        return inAttention(name);
    if (name.starts_with("mixer."))
        return Operation::OtherMixer;
    if (name.starts_with("mlp."))
        return inFeedForward(name);
    if (name.starts_with("head.") || isOneOf(name, {"logits", "log_z", "unembed_input"}))
        return Operation::Unembedding;
    if (parts.layer >= 0)
        return name == "resid_pre" && parts.layer == 0 ? Operation::Embedding : Operation::Residual;
    return Operation::Embedding;
}

TraceRequest costRequest(const ModelConfig& config, const TextLength& length)
{
    TraceRequest request;
    if (config.outputHead != OutputHead::None && length.tokens * config.vocabulary <= maxLogits)
        request.patterns = {"logits"};
    else
        request.nothing = true;
    return request;
}

std::vector<OperationCost> operationCosts(const ModelConfig& config, const TextLength& length)
{
    const Plan planned = plan(config, length.tokens, length.sourceTokens, costRequest(config, length));
    std::vector<OperationCost> all;
    std::array<std::size_t, operationKinds> latest{}; // 1 + its place in `all`
    std::size_t weights = 0;
    for (const PlannedStep& step : planned.steps) {
        const NameParts parts = partsOfName(step.tensor);
        OperationCost now{.operation = operationOf(step.tensor), .layer = int(parts.layer)};
        now.isOfEncoder = parts.isOfEncoder;
        std::size_t& place = latest[std::size_t(now.operation)];
        if (place == 0 || all[place - 1].layer != now.layer || all[place - 1].isOfEncoder != now.isOfEncoder) {
            all.push_back(now);
            place = all.size();
        }
        OperationCost& cost = all[place - 1];
        for (; weights < step.weights; ++weights) {
            const WeightSpec& spec = planned.weights[weights];
            cost.parameters += spec.optional || !spec.sharedWith.empty() ? 0 : elements(spec.shape);
            cost.otherFlops += biasFlops(cost, spec, length);
        }
        cost.productFlops += step.productFlops;
        cost.attentionFlops += step.attentionFlops;
        cost.otherFlops += otherFlops(config, cost, step);
        cost.bytes += bytesOf(cost, step);
    }
    return all;
}

double flopsOfNumber(const Norm& norm)
{
    return std::visit(
        [](const auto& kind) {
            if (!kind.traits.normalizes)
                return 0.0;
            double flops = kind.traits.subtractsMean ? 6 : 3; // the mean, the mean square, what is left divided
            if constexpr (requires { kind.gain; })
                flops += kind.gain == NormGain::None ? 0 : 1;
            if constexpr (requires { kind.bias; })
                flops += kind.bias ? 1 : 0;
            return flops;
        },
        norm);
}

double GrowthOfCost::crossover() const { return pairs > 0 ? feedForward / pairs : 0; }

GrowthOfCost growthOfCost(const ModelConfig& config)
{
    // c·T² + s·T from two lengths: what a recurrence does for each token alone is s and no pair.
    const auto sums = [&](Index tokens) {
        std::array<double, operationKinds> flops{};
        for (const OperationCost& cost : operationCosts(config, {tokens, tokens}))
            flops[std::size_t(cost.operation)] += cost.flops();
        return flops;
    };
    const auto one = sums(1), two = sums(2);
    const auto at = [](const auto& flops, Operation operation) { return flops[std::size_t(operation)]; };
    GrowthOfCost growth;
    growth.pairs = (at(two, Operation::Attention) - 2 * at(one, Operation::Attention)) / 2;
    growth.projections = at(one, Operation::Projection) + at(one, Operation::AttentionOut);
    growth.feedForward = at(one, Operation::FeedForwardIn) + at(one, Operation::Nonlinearity) + at(one, Operation::FeedForwardOut)
        + at(one, Operation::Router);
    return growth;
}

} // namespace core
