// The way back through the two ends of a model (embedding.h).

#include "core/run/embedding.h"

#include "core/base/kernels.h"
#include "core/layers/passed_back.h"

#include <cmath>

namespace core {

namespace {

struct EmbeddingBack
{
    const BackScope& stack;
    const EmbeddingInput& in;
    const ModelConfig& config = in.config;
    const Norm& norm = in.blocks.front().norm;

    bool projectsLast() const { return config.projectsEmbedding() && config.embeddingProjection == EmbeddingProjection::Last; }
    bool isNormed() const { return config.embeddingNorm && traitsOf(norm).normalizes; }
    bool normsFirst() const
    {
        const bool isDecoder = config.topology != Topology::Encoder && &in.blocks == &config.blocks;
        return isNormed() && config.normsTokensFirst && isDecoder;
    }

    /// The sum of the tables, before a norm at the end.
    Tensor sum() const
    {
        Tensor total = stack.zeros(stack.tape("embed"));
        stack.add(normsFirst() ? stack.tape("ln_embed.out") : stack.tape("embed"), total);
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
        if (!config.projectsEmbedding() || projectsLast())
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
        const bool normsLast = isNormed() && !normsFirst();
        if (projectsLast()) {
            const Tensor last = normsLast ? stack.tape("ln_embed.out") : sum();
            d = stack.zeros(last);
            stack.linear("embed_in", last, dStream, true, d);
        }
        if (normsLast)
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
        throughEmbed(normsFirst() ? normBackward(norm, stack.child("ln_embed"), stack.tape("embed"), d) : d);
    }
};

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

} // namespace

void embeddingBackward(const BackScope& stack, const EmbeddingInput& in, const Tensor& dStream)
{
    EmbeddingBack{stack, in}.run(dStream);
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
