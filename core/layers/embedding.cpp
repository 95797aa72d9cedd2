#include "core/layers/embedding.h"

#include "core/base/kernels.h"

#include <cmath>

namespace core {

namespace {

/// The table of token ids. An encoder has the decoder's unless its file stores one of its own.
const WeightTensor* embeddingTable(const Scope& stack, const ModelConfig& config)
{
    const std::string name = stack.nameOf("embed.weight");
    return stack.weight({.name = "embed.weight",
        .shape = {config.vocabulary, config.dModel},
        .init = Init::Embedding,
        .sharedWith = name == "embed.weight" ? "" : "embed.weight"});
}

/// a + b: what enters the first block where nothing follows (`isLast`), so that its memory is the trace's at once.
Tensor sumOf(const Scope& stack, const Tensor& a, const Tensor& b, bool isLast)
{
    Tensor sum = isLast ? stack.child("blocks.0").make("resid_pre", a.axes(), a.shape())
                        : stack.make("embedded", a.axes(), a.shape(), Recording::Never);
    stack.rows(a.rows(), 2 * a.columns(), [&](Index t) { kernels::best().add(a.row(t), b.row(t), sum.row(t), a.columns()); });
    return sum;
}

/// BERT's head on the stream: dense, activation, norm.
Tensor runHead(const Scope& model, const ModelConfig& config, const Tensor& h)
{
    const BlockConfig& last = config.blocks.back();
    const Scope head = model.child("head");
    Tensor pre = head.make("pre", h.axes(), h.shape());
    head.linear("dense", h, config.dModel, config.dModel, true, pre);
    head.record(pre);
    Tensor post = head.make("post", h.axes(), h.shape());
    const Activation activation = boundActivation(last.activation, head);
    head.rows(h.rows(), 8 * config.dModel, [&](Index t) { applyActivation(activation, pre.row(t), post.row(t), config.dModel); });
    head.record(post);
    return applyNorm(last.norm, head.child("ln"), post);
}

} // namespace

Embedded runEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks,
    std::span<const TokenId> ids, const TokenPlaces& places)
{
    const Index width = config.dModel;
    const PositionEncoding& position = blocks.front().position;
    const bool normed = config.embeddingNorm && !std::holds_alternative<NoNorm>(blocks.front().norm);
    const WeightTensor* table = embeddingTable(stack, config);
    Tensor embed = stack.make("embed", {axis::token, axis::dModel}, {Index(ids.size()), width});
    if (table) {
        for (Index t = 0; t < embed.rows(); ++t) {
            table->read(ids[std::size_t(t)], 1, embed.row(t));
            if (config.embeddingScale != 1.0)
                kernels::best().scale(embed.row(t), float(config.embeddingScale), embed.row(t), width);
        }
    }
    stack.record(embed);
    Embedded result{embed, {}};

    if (addsToEmbedding(position)) {
        Tensor positions
            = std::visit([&](const auto& kind) { return kind.embed(stack, places.positions, width, config.context); }, position);
        stack.record(positions);
        result = {sumOf(stack, result.stream, positions, config.tokenTypes == 0 && !normed), positions};
    }
    if (config.tokenTypes > 0) {
        Tensor types = stack.make("token_type_embed", {axis::token, axis::dModel}, embed.shape());
        const WeightTensor* ofTypes = stack.weight("token_type_embed.weight", {config.tokenTypes, width}, Init::Embedding);
        for (Index t = 0; ofTypes && t < types.rows(); ++t)
            ofTypes->read(0, 1, types.row(t));
        stack.record(types);
        result.stream = sumOf(stack, result.stream, types, !normed);
    }
    if (normed) {
        Frozen frozen;
        result.stream = applyNorm(blocks.front().norm, stack.child("ln_embed"), result.stream, &frozen);
        if (result.positionPart && frozen.scale && !stack.planning()) {
            Tensor part("position", embed.axes(), embed.shape());
            frozen.applyTo(result.positionPart, part);
            result.positionPart = part;
        }
    }
    return result;
}

Tensor runRelativeEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks)
{
    // One table serves all layers, so the first layer that needs it decides its size.
    for (const BlockConfig& block : blocks) {
        const auto* kind = std::get_if<Disentangled>(&block.position);
        if (!kind || !isAttention(block.mixer))
            continue;
        const WeightTensor* table = stack.weight("rel_embed.weight", {kind->tableRows(), config.dModel}, Init::Embedding);
        Tensor rows = stack.make("rel_embed", {"bucket", axis::dModel}, {kind->tableRows(), config.dModel}, Recording::Never);
        if (table)
            table->read(0, rows.rows(), rows.data());
        return applyNorm(blocks.front().norm, stack.child("ln_rel").silent(), rows);
    }
    return {};
}

void runUnembedding(const Scope& model, const ModelConfig& config, const Tensor& h, Tensor& logits)
{
    const Index width = config.dModel;
    const bool hasHead = config.outputHead == OutputHead::MaskedLanguage;
    const Tensor input = hasHead ? runHead(model, config, h) : h;
    const Shape shape{config.vocabulary, width};
    const WeightTensor* matrix = config.tied ? model.weight("embed.weight", shape, Init::Embedding)
                                             : model.weight("unembed.weight", shape, Init::Projection);
    const float* bias
        = config.outputBias || hasHead ? model.vectorWeight("unembed.bias", config.vocabulary, Init::Bias) : nullptr;
    model.multiply(matrix, bias, input, width, config.vocabulary, logits);

    const float scale = float(config.outputScale), cap = float(config.outputSoftCap);
    if (scale == 1.f && cap == 0.f)
        return;
    model.rows(logits.rows(), 4 * config.vocabulary, [&](Index t) {
        kernels::best().scale(logits.row(t), scale, logits.row(t), config.vocabulary);
        if (cap != 0.f)
            for (Index i = 0; i < config.vocabulary; ++i)
                logits.row(t)[i] = cap * std::tanh(logits.row(t)[i] / cap);
    });
}

} // namespace core
