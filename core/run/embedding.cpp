#include "core/run/embedding.h"

#include "core/base/kernels.h"

#include <cmath>

namespace core {

namespace {

/// The table of token ids. An encoder has the decoder's unless its file stores one of its own.
const WeightTensor* embeddingTable(const Scope& stack, const ModelConfig& config)
{
    const std::string name = stack.nameOf("embed.weight");
    return stack.weight({.name = "embed.weight",
        .shape = {config.vocabulary, config.tableWidth()},
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

/// The axis word of the width of the embedding tables.
const char* widthAxis(const ModelConfig& config) { return config.projectsEmbedding() ? axis::dEmbed : axis::dModel; }

/// BERT's head on the stream: dense, activation, norm. [token, table width]
Tensor runHead(const Scope& model, const ModelConfig& config, const Tensor& h)
{
    const BlockConfig& last = config.blocks.back();
    const Scope head = model.child("head");
    const Index width = config.tableWidth();
    const Shape shape{h.rows(), width};
    Tensor pre = head.make("pre", {axis::token, widthAxis(config)}, shape);
    head.linear("dense", h, config.dModel, width, config.headBias, pre);
    head.record(pre);
    Tensor post = head.make("post", pre.axes(), shape);
    const bool isGelu = config.headActivation == HeadActivation::Gelu;
    const Activation activation = isGelu ? Activation(Gelu{}) : boundActivation(last.activation, head);
    head.rows(h.rows(), 8 * width, [&](Index t) { applyActivation(activation, pre.row(t), post.row(t), width); });
    head.record(post);
    return applyNorm(last.norm, head.child("ln"), post);
}

/// x [token, table width] brought to the width of the stream by embed_in.
Tensor intoStream(const Scope& stack, const ModelConfig& config, const Tensor& x, bool isLast)
{
    const Shape shape{x.rows(), config.dModel};
    const Axes axes{axis::token, axis::dModel};
    Tensor wide = isLast ? stack.child("blocks.0").make("resid_pre", axes, shape) : stack.make("embed", axes, shape);
    stack.linear("embed_in", x, config.tableWidth(), config.dModel, isLast, wide);
    return wide;
}

} // namespace

std::vector<Index> countedPositions(const ModelConfig& config, std::span<const TokenId> ids, std::vector<Index> positions)
{
    Index skipped = 0;
    for (std::size_t t = 0; config.paddingId >= 0 && t < positions.size(); ++t) {
        skipped = positions[t] == 0 ? 0 : skipped; // a new sequence
        const bool isPadding = ids[t] == config.paddingId;
        positions[t] = isPadding ? -1 : positions[t] - skipped;
        skipped += isPadding;
    }
    return positions;
}

Embedded runEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks,
    std::span<const TokenId> ids, const TokenPlaces& places)
{
    const bool isProjected = config.projectsEmbedding();
    const bool projectsLast = isProjected && config.embeddingProjection == EmbeddingProjection::Last;
    const PositionEncoding& position = blocks.front().position;
    const bool normed = config.embeddingNorm && traitsOf(blocks.front().norm).normalizes;
    const WeightTensor* table = embeddingTable(stack, config);
    const Shape narrow{Index(ids.size()), config.tableWidth()};
    Tensor embed = isProjected && !projectsLast
        ? stack.make("embed_narrow", {axis::token, axis::dEmbed}, narrow, Recording::Never)
        : stack.make("embed", {axis::token, widthAxis(config)}, narrow);
    if (table) {
        const float scale = float(config.embeddingScaleOf(blocks));
        for (Index t = 0; t < embed.rows(); ++t) {
            table->read(ids[std::size_t(t)], 1, embed.row(t));
            if (scale != 1.f)
                kernels::best().scale(embed.row(t), scale, embed.row(t), embed.columns());
        }
    }
    if (isProjected && !projectsLast)
        embed = intoStream(stack, config, embed, false);
    stack.record(embed);
    const Index width = embed.columns();
    Embedded result{embed, {}};
    const bool isDecoder = config.topology != Topology::Encoder && &blocks == &config.blocks;
    const bool normsFirst = normed && config.normsTokensFirst && isDecoder;
    const bool normsLast = normed && !normsFirst;
    if (normsFirst)
        result.stream = applyNorm(blocks.front().norm, stack.child("ln_embed"), embed);

    if (addsToEmbedding(position)) {
        const std::vector<Index> at = countedPositions(config, ids, places.positions);
        Tensor positions = std::visit([&](const auto& kind) { return kind.embed(stack, at, width, config.context); }, position);
        stack.record(positions);
        result = {sumOf(stack, result.stream, positions, config.tokenTypes == 0 && !normsLast && !projectsLast),
            distanceTable(position) ? Tensor() : positions};
    }
    if (config.tokenTypes > 0) {
        Tensor types = stack.make("token_type_embed", embed.axes(), embed.shape());
        const WeightTensor* ofTypes = stack.weight("token_type_embed.weight", {config.tokenTypes, width}, Init::Embedding);
        for (Index t = 0; ofTypes && t < types.rows(); ++t)
            ofTypes->read(0, 1, types.row(t));
        stack.record(types);
        result.stream = sumOf(stack, result.stream, types, !normsLast && !projectsLast);
    }
    if (normsLast) {
        Frozen frozen;
        result.stream = applyNorm(blocks.front().norm, stack.child("ln_embed"), result.stream, &frozen);
        if (result.positionPart && frozen.scale && !stack.planning()) {
            Tensor part("position", embed.axes(), embed.shape());
            frozen.applyTo(result.positionPart, part);
            result.positionPart = part;
        }
    }
    return projectsLast ? Embedded{intoStream(stack, config, result.stream, true), {}} : result;
}

Tensor runRelativeEmbedding(const Scope& stack, const ModelConfig& config, const std::vector<BlockConfig>& blocks)
{
    // One table serves all layers, so the first layer that needs it decides its size.
    for (const BlockConfig& block : blocks) {
        const std::optional<EmbeddedDistances> kind = distanceTable(block.position);
        if (!kind || !isAttention(block.mixer))
            continue;
        const WeightTensor* table = stack.weight("rel_embed.weight", {kind->rows, config.dModel}, Init::Embedding);
        Tensor rows = stack.make("rel_embed", {"bucket", axis::dModel}, {kind->rows, config.dModel}, Recording::Never);
        if (table)
            table->read(0, rows.rows(), rows.data());
        return kind->isNormed ? applyNorm(blocks.front().norm, stack.child("ln_rel").silent(), rows) : rows;
    }
    return {};
}

void runUnembedding(const Scope& model, const ModelConfig& config, const Tensor& h, Tensor& logits)
{
    const Index width = config.tableWidth();
    const bool hasHead = config.outputHead == OutputHead::MaskedLanguage;
    Tensor input = hasHead ? runHead(model, config, h) : h;
    if (!hasHead && config.projectsEmbedding()) {
        input = model.make("unembed_input", {axis::token, axis::dEmbed}, {h.rows(), width}, Recording::Never);
        model.linear("embed_out", h, config.dModel, width, false, input);
    }
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
