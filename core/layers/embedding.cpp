#include "core/layers/embedding.h"

#include "core/base/kernels.h"

namespace core {

Tensor runEmbedding(const Scope& model, const ModelConfig& config, std::span<const TokenId> ids, const TokenPlaces& places)
{
    const Index width = config.dModel;
    const WeightTensor* table = model.weight("embed.weight", {config.vocabulary, width}, Init::Embedding);
    Tensor embed = model.make("embed", {axis::token, axis::dModel}, {Index(ids.size()), width});
    if (table) {
        for (Index t = 0; t < embed.rows(); ++t) {
            table->read(ids[std::size_t(t)], 1, embed.row(t));
            if (config.embeddingScale != 1.0)
                kernels::best().scale(embed.row(t), float(config.embeddingScale), embed.row(t), width);
        }
    }
    model.record(embed);
    if (!addsToEmbedding(config.position()))
        return embed;

    Tensor positions = std::visit(
        [&](const auto& kind) { return kind.embed(model, places.positions, width, config.context); }, config.position());
    model.record(positions);
    Tensor sum = model.child("blocks.0").make("resid_pre", {axis::token, axis::dModel}, embed.shape());
    model.rows(sum.rows(), 2 * width, [&](Index t) { kernels::best().add(embed.row(t), positions.row(t), sum.row(t), width); });
    return sum;
}

void runUnembedding(const Scope& model, const ModelConfig& config, const Tensor& h, Tensor& logits)
{
    const Index width = config.dModel;
    const Shape shape{config.vocabulary, width};
    const WeightTensor* matrix = config.tied ? model.weight("embed.weight", shape, Init::Embedding)
                                             : model.weight("unembed.weight", shape, Init::Projection);
    const float* bias = config.outputBias ? model.vectorWeight("unembed.bias", config.vocabulary, Init::Bias) : nullptr;
    model.multiply(matrix, bias, h, width, config.vocabulary, logits);
}

} // namespace core
