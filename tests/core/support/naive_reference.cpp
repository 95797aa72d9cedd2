#include "tests/core/support/naive_reference.h"

#include "tests/core/support/naive_pass.h"

using namespace core;

namespace support {

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
    if (config.outputHead != OutputHead::Linear)
        throw NoTwin(config.outputHead == OutputHead::None ? "output.head=none" : "output.head=masked_language");
    for (const BlockConfig& block : config.blocks) {
        refuseAllBut<LayerNorm, RmsNorm, NoNorm>("norm.kind", block.norm);
        refuseAllBut<AttentionMixer>("mixer.kind", block.mixer);
        refuseAllBut<NoPosition, Sinusoidal, Learned, Rope, Alibi>("position.kind", block.position);
        if (const Rope* rope = std::get_if<Rope>(&block.position))
            refuseAllBut<NoScaling>("rope.scaling", rope->scaling);
        refuseAllBut<MultiHead, GroupedQuery, MultiQuery>("attention.kind", block.sharing);
        refuseAllBut<PlainFeedForward, GatedFeedForward, NoFeedForward>("feed_forward.kind", block.feedForward);
        if (std::holds_alternative<XIelu>(block.activation))
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

std::map<std::string, NaiveTensor> naiveForward(
    const ModelConfig& config, const Weights& weights, const std::vector<TokenId>& ids)
{
    refuseWithoutTwin(config);
    return NaivePass(config, weights, ids).run();
}

} // namespace support
