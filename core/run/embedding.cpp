#include "core/run/embedding.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

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

/// What of ln_embed and embed_in a stack has, and where: ln_embed on the tokens or on the sum, embed_in at the end or at once.
struct EmbeddingOrder
{
    bool projectsLast, projectsFirst, normsFirst, normsLast;

    EmbeddingOrder(const ModelConfig& config, const std::vector<BlockConfig>& blocks)
        : projectsLast(config.projectsEmbedding() && config.embeddingProjection == EmbeddingProjection::Last)
        , projectsFirst(config.projectsEmbedding() && !projectsLast)
    {
        const bool norms = config.embeddingNorm && traitsOf(blocks.front().norm).normalizes;
        const bool isDecoder = config.topology != Topology::Encoder && &blocks == &config.blocks;
        normsFirst = norms && config.normsTokensFirst && isDecoder;
        normsLast = norms && !normsFirst;
    }
};

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

/// Back through BERT's head on the stream.
Tensor throughHead(const BackScope& model, const ModelConfig& config, const Tensor& h, const Tensor& dOut)
{
    const BlockConfig& last = config.blocks.back();
    const BackScope head = model.child("head");
    const Tensor& pre = head.tape("pre");
    const Tensor dPost = through(head, "post", normBackward(last.norm, head.child("ln"), head.tape("post"), dOut));
    const bool isGelu = config.headActivation == HeadActivation::Gelu;
    const Activation activation = isGelu ? Activation(Gelu{}) : boundActivation(last.activation, head.forward());
    Tensor dPre = head.make(pre), dH = head.zeros(h);
    activationBackward(activation, head, pre, dPost, dPre);
    head.linear("dense", h, through(head, "pre", dPre), config.headBias, dH);
    return dH;
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

/// Back through the steps of runEmbedding.
struct EmbeddingBack
{
    const BackScope& stack;
    const EmbeddingInput& in;
    const ModelConfig& config = in.config;
    const Norm& norm = in.blocks.front().norm;
    const EmbeddingOrder order{in.config, in.blocks};

    /// The sum of the tables, before a norm at the end.
    Tensor sum() const
    {
        Tensor total = stack.zeros(stack.tape("embed"));
        stack.add(order.normsFirst ? stack.tape("ln_embed.out") : stack.tape("embed"), total);
        for (const char* table : {"pos_embed", "token_type_embed"})
            if (const Tensor* part = stack.find(table))
                stack.add(*part, total);
        return total;
    }

    /// Into the rows of the ids.
    void throughTable(const Tensor& dRows) const
    {
        float* table = stack.weightGradient("embed.weight");
        const float scale = float(config.embeddingScaleOf(in.blocks));
        for (Index t = 0; table && t < dRows.rows(); ++t) {
            float* row = table + Index(in.ids[std::size_t(t)]) * dRows.columns();
            for (Index i = 0; i < dRows.columns(); ++i)
                row[i] += scale * dRows.row(t)[i];
        }
    }

    void throughEmbed(const Tensor& gradient) const
    {
        const Tensor dEmbed = through(stack, "embed", gradient);
        if (!order.projectsFirst)
            return throughTable(dEmbed);
        // The token's row was brought to d_model at once.
        const Index width = config.tableWidth();
        Tensor narrow = stack.make({axis::token, axis::dEmbed}, {dEmbed.rows(), width}), dNarrow = stack.zeros(narrow);
        const WeightTensor& table = *stack.forward().weight("embed.weight", {config.vocabulary, width}, Init::Embedding);
        const float scale = float(config.embeddingScaleOf(in.blocks));
        for (Index t = 0; t < narrow.rows(); ++t) {
            table.read(in.ids[std::size_t(t)], 1, narrow.row(t));
            kernels::best().scale(narrow.row(t), scale, narrow.row(t), width);
        }
        stack.linear("embed_in", narrow, dEmbed, false, dNarrow);
        throughTable(dNarrow);
    }

    void run(const Tensor& dStream) const
    {
        Tensor d = dStream;
        if (order.projectsLast) {
            const Tensor last = order.normsLast ? stack.tape("ln_embed.out") : sum();
            d = stack.zeros(last);
            stack.linear("embed_in", last, dStream, true, d);
        }
        if (order.normsLast)
            d = normBackward(norm, stack.child("ln_embed"), sum(), d);
        if (stack.find("token_type_embed")) {
            const Tensor ofTypes = through(stack, "token_type_embed", d);
            if (float* table = stack.weightGradient("token_type_embed.weight")) // every token has type 0
                for (Index t = 0; t < d.rows(); ++t)
                    kernels::best().add(table, ofTypes.row(t), table, d.columns());
        }
        if (addsToEmbedding(in.blocks.front().position)) {
            const Tensor ofPositions = through(stack, "pos_embed", d);
            const std::vector<Index> at = countedPositions(config, in.ids, in.places.positions);
            std::visit([&](const auto& kind) { kind.embedBackward(stack, at, ofPositions); }, in.blocks.front().position);
        }
        throughEmbed(order.normsFirst ? normBackward(norm, stack.child("ln_embed"), stack.tape("embed"), d) : d);
    }
};

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
    const EmbeddingOrder order(config, blocks);
    const PositionEncoding& position = blocks.front().position;
    const WeightTensor* table = embeddingTable(stack, config);
    const Shape narrow{Index(ids.size()), config.tableWidth()};
    Tensor embed = order.projectsFirst
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
    if (order.projectsFirst)
        embed = intoStream(stack, config, embed, false);
    stack.record(embed);
    const Index width = embed.columns();
    Embedded result{embed, {}};
    if (order.normsFirst)
        result.stream = applyNorm(blocks.front().norm, stack.child("ln_embed"), embed);

    if (addsToEmbedding(position)) {
        const std::vector<Index> at = countedPositions(config, ids, places.positions);
        Tensor positions = std::visit([&](const auto& kind) { return kind.embed(stack, at, width, config.context); }, position);
        stack.record(positions);
        result = {sumOf(stack, result.stream, positions, config.tokenTypes == 0 && !order.normsLast && !order.projectsLast),
            distanceTable(position) ? Tensor() : positions};
    }
    if (config.tokenTypes > 0) {
        Tensor types = stack.make("token_type_embed", embed.axes(), embed.shape());
        const WeightTensor* ofTypes = stack.weight("token_type_embed.weight", {config.tokenTypes, width}, Init::Embedding);
        for (Index t = 0; ofTypes && t < types.rows(); ++t)
            ofTypes->read(0, 1, types.row(t));
        stack.record(types);
        result.stream = sumOf(stack, result.stream, types, !order.normsLast && !order.projectsLast);
    }
    if (order.normsLast) {
        Frozen frozen;
        result.stream = applyNorm(blocks.front().norm, stack.child("ln_embed"), result.stream, &frozen);
        if (result.positionPart && frozen.scale && !stack.planning()) {
            Tensor part("position", embed.axes(), embed.shape());
            frozen.applyTo(result.positionPart, part);
            result.positionPart = part;
        }
    }
    return order.projectsLast ? Embedded{intoStream(stack, config, result.stream, true), {}} : result;
}

void embeddingBackward(const BackScope& stack, const EmbeddingInput& in, const Tensor& dStream)
{
    EmbeddingBack{stack, in}.run(dStream);
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

void relativeEmbeddingBackward(const BackScope& stack, const EmbeddingInput& in, const Tensor& dRows)
{
    bool isNormed = false;
    for (const BlockConfig& block : in.blocks)
        if (const std::optional<EmbeddedDistances> kind = distanceTable(block.position); kind && isAttention(block.mixer)) {
            isNormed = kind->isNormed;
            break; // the first that needs the table decides, as on the way there
        }
    Tensor d = dRows;
    if (isNormed) {
        Tensor rows = stack.make(dRows);
        stack.forward()
            .weight("rel_embed.weight", {rows.rows(), in.config.dModel}, Init::Embedding)
            ->read(0, rows.rows(), rows.data());
        const Norm& norm = in.blocks.front().norm;
        const BackScope slot = stack.child("ln_rel").rerun([&](const Scope& again) { applyNorm(norm, again, rows); });
        d = normBackward(norm, slot, rows, dRows);
    }
    if (float* table = stack.weightGradient("rel_embed.weight"))
        for (Index i = 0; i < d.size(); ++i)
            table[i] += d.data()[i];
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

Tensor unembeddingBackward(const BackScope& model, const ModelConfig& config, const Tensor& h, const Tensor& dLogits)
{
    const Tensor dComputed = through(model, "logits", dLogits);
    const Tensor& logits = computed(model, "logits");
    const float scale = float(config.outputScale), cap = float(config.outputSoftCap);
    Tensor d = dComputed;
    if (scale != 1.f || cap != 0.f) {
        d = model.make(dLogits);
        model.rows(d.rows(), 4 * config.vocabulary, [&](Index t) {
            for (Index i = 0; i < config.vocabulary; ++i) {
                const float share = cap != 0.f ? logits.row(t)[i] / cap : 0.f;
                d.row(t)[i] = dComputed.row(t)[i] * scale * (1.f - share * share);
            }
        });
    }
    const bool hasHead = config.outputHead == OutputHead::MaskedLanguage, isNarrow = !hasHead && config.projectsEmbedding();
    const Index width = config.tableWidth();
    Tensor narrow;
    if (isNarrow) {
        narrow = model.make({axis::token, axis::dEmbed}, {h.rows(), width});
        model.forward().linear("embed_out", h, config.dModel, width, false, narrow);
    }
    const bool headNorms = hasHead && traitsOf(config.blocks.back().norm).normalizes;
    const Tensor& input = headNorms ? model.tape("head.ln.out") : hasHead ? model.tape("head.post") : isNarrow ? narrow : h;
    Tensor dInput = model.zeros(input);
    model.multiply(config.tied ? "embed.weight" : "unembed.weight", input, d, dInput);
    if (config.outputBias || hasHead)
        model.addToVector("unembed.bias", d);
    if (hasHead)
        return throughHead(model, config, h, dInput);
    if (!isNarrow)
        return dInput;
    Tensor dH = model.zeros(h);
    model.linear("embed_out", h, dInput, false, dH);
    return dH;
}

} // namespace core
