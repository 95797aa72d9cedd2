#include "core/check/naive_reference.h"

#include "core/check/naive_formulas.h"
#include "core/check/naive_pass.h"

#include <algorithm>

namespace core {

namespace {

/// Throws NoTwin where the kind is none of these.
template <class... Kinds, class Family>
void refuseAllBut(const char* key, const Family& family)
{
    if (!(std::holds_alternative<Kinds>(family) || ...))
        throw NoTwin(std::string(key) + "=" + std::string(infoOf(family).id));
}

/// What is left to the tests of its own layer and to the golden files.
void refuseWithoutTwin(const ModelConfig& config)
{
    if (config.topology == Topology::EncoderDecoder)
        throw NoTwin("topology=encoder_decoder");
    if (config.outputHead == OutputHead::MaskedLanguage)
        throw NoTwin("output.head=masked_language");
    for (const BlockConfig& block : config.blocks) {
        refuseAllBut<LayerNorm, RmsNorm, NoNorm>("norm.kind", block.norm);
        refuseAllBut<AttentionMixer>("mixer.kind", block.mixer);
        refuseAllBut<NoPosition, Sinusoidal, Learned, Rope, Alibi>("position.kind", block.position);
        if (const Rope* rope = naive::as<Rope>(block.position))
            refuseAllBut<NoScaling>("rope.scaling", rope->scaling);
        refuseAllBut<MultiHead, GroupedQuery, MultiQuery>("attention.kind", block.sharing);
        refuseAllBut<PlainFeedForward, GatedFeedForward, NoFeedForward>("feed_forward.kind", block.feedForward);
        if (naive::as<XIelu>(block.activation))
            throw NoTwin("activation.kind=xielu");
        if (block.qkNorm != QkNorm::None)
            throw NoTwin("score.qk_norm=" + std::string(qkNormWords[std::size_t(block.qkNorm)]));
    }
}

} // namespace

std::string withoutTwin(const ModelConfig& config)
{
    try {
        refuseWithoutTwin(config);
        return {};
    } catch (const NoTwin& missing) {
        return missing.what();
    }
}

NaiveCost naiveCost(const ModelConfig& config, Index tokens)
{
    const double t = double(tokens);
    const double width = double(config.dModel);
    const bool hasLogits = config.outputHead != OutputHead::None;
    const double vocabulary = hasLogits ? double(config.vocabulary) : 0;
    const double table = config.embeddingWidth > 0 ? double(config.embeddingWidth) : width;
    double products = vocabulary * table, squares = 0;
    double numbers = 2 * t * vocabulary; // the logits, and as they are handed on
    if (config.embeddingWidth > 0)
        products += (hasLogits ? 2 : 1) * width * table; // into the stream, and out of it
    for (const BlockConfig& block : config.blocks) {
        const double heads = double(block.heads * block.dHead), shared = double(block.kvHeads * block.dHead);
        const bool feeds = !naive::as<NoFeedForward>(block.feedForward);
        const double matrices = naive::as<GatedFeedForward>(block.feedForward) ? 3 : 2;
        products += width * (2 * heads + 2 * shared) + (feeds ? matrices * width * double(block.dFf) : 0);
        squares += 2 * heads;
        const double ofAttention
            = 5 * double(block.heads) * t * t + 6 * t * heads; // content, bias, scores, pattern, one handed on
        const double ofBranch = 8 * t * std::max(width, feeds ? double(block.dFf) : 0);
        numbers = std::max(numbers, ofAttention + ofBranch);
    }
    return {.multiplications = t * products + t * t * squares, .bytes = std::size_t(8 * numbers)};
}

void naiveForward(const Setup& setup, const std::vector<TokenId>& ids, const NaiveSink& sink, const RunControl& control)
{
    refuseWithoutTwin(setup.config);
    naive::NaivePass(setup, ids, sink, control).run();
}

std::map<std::string, NaiveTensor> naiveForward(const Setup& setup, const std::vector<TokenId>& ids)
{
    std::map<std::string, NaiveTensor> tensors;
    naiveForward(setup, ids, [&tensors](const std::string& name, const NaiveTensor& tensor) { tensors[name] = tensor; }, {});
    return tensors;
}

} // namespace core
