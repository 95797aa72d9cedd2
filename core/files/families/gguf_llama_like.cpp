// GGUF architectures of llama's plan. What their files hold is what converters made of Hugging Face's: pairs that turn are
// neighbours only in `llama`, gains of Gemma's norms have their 1 added, tied output matrices are left out.

#include "core/files/families/families.h"
#include "core/files/families/gguf_words.h"
#include "core/files/families/llama_like.h"

#include <cmath>

namespace core {

namespace {

using namespace table;

/// No key holds what Gemma divides its scores by: √d_head, but in the largest model of a generation √(d_model / heads).
Finish gemmaScale(Index layersOfLargest)
{
    return [layersOfLargest](FamilyReading& reading) {
        if (reading.size("sizes.layers") == layersOfLargest)
            reading.choices.set(
                "score.scale", std::sqrt(double(reading.size("sizes.heads")) / double(reading.size("sizes.d_model"))));
    };
}

/// Gemma 2 caps where the file does not say.
void gemma2Caps(FamilyReading& reading)
{
    if (!reading.choices.has("score.soft_cap"))
        reading.choices.set("score.soft_cap", 50.0);
    if (!reading.choices.has("output.soft_cap"))
        reading.choices.set("output.soft_cap", 30.0);
}

/// With a norm of its own the feed-forward comes after attention, whatever use_parallel_residual says: converters wrote true for
/// models that did not say.
void readStableLmLayout(FamilyReading& reading)
{
    flag(reading, ggufKey(reading, "use_parallel_residual"), false);
    if (!hasInFirstBlock(reading, "ffn_norm.weight"))
        reading.choices.set("block.layout", "parallel_shared_norm");
}

const Fixed commandR = {{"norm.kind", "layer_norm"}, {"block.layout", "parallel_shared_norm"}, {"rope.pairing", "interleaved"}};
const Keys logitScale = {{"output.scale", {"logit_scale"}, factor, required}};

} // namespace

std::vector<Family> ggufLlamaLikeFamilies()
{
    const Names fusedGate = {{"blocks.N.mlp.gate", "blk.N.ffn_up", false, Part::FirstHalf},
        {"blocks.N.mlp.up", "blk.N.ffn_up", false, Part::SecondHalf}};
    const std::vector<GgufRow> rows = {
        // Also Mistral and Mixtral. The converter permutes rows of q and k, so that neighbours turn together.
        {"llama", rmsEps, llamaWith("silu", {{"rope.pairing", "interleaved"}}), {}, {},
            {ggufExperts("top_k_then_softmax", true), ggufWindow(), ggufRope()}},
        {"qwen2", rmsEps, llamaWith("silu"), {}, {}, {ggufRope()}},
        {"qwen3", rmsEps, llamaWith("silu", {{"score.qk_norm", "rms_head"}}), {}, {}, {ggufRope()}},
        {"gemma", rmsEps, llamaWith("gelu_tanh"), {}, {}, {scaleEmbedding, ggufRope()}},
        {"gemma2", rmsEps, llamaWith("gelu_tanh", {{"norm.placement", "sandwich"}}), softCapKeys(), {},
            {gemma2Caps, scaleEmbedding, gemmaScale(46), ggufWindow({.pattern = 2, .window = 4096}), ggufRope()}},
        {"gemma3", rmsEps, llamaWith("gelu_tanh", {{"norm.placement", "sandwich"}, {"score.qk_norm", "rms_head"}}), softCapKeys(),
            {}, {scaleEmbedding, gemmaScale(62), ggufWindow({.pattern = 6}), ggufRope({.base = 1e6, .slidingBase = 1e4})}},
        {"phi3", rmsEps, llamaWith("silu"), {}, fusedGate, {ggufWindow(), ggufRope()}},
        // Also OLMo 3, whose layers with a window are not scaled.
        {"olmo2", rmsEps, llamaWith("silu", {{"norm.placement", "branch_output"}, {"score.qk_norm", "rms_full"}}), {}, {},
            {ggufWindow({.pattern = 4}), ggufRope({.slidingBase = GgufRope::sameBase})}},
        {"command-r", layerEps, llamaWith("silu", commandR), logitScale, {}, {ggufHeadNorm, ggufRope()}},
        {"cohere2", layerEps, llamaWith("silu", commandR), logitScale, {},
            {ggufWindow({.pattern = 4}), ropeOfSlidingLayers, ggufRope()}},
        {"starcoder2", layerEps, llamaWith("gelu_tanh", {{"norm.kind", "layer_norm"}, {"feed_forward.kind", "plain"}}), {}, {},
            {ggufWindow(), ggufRope()}},
        {"stablelm", layerEps, llamaWith("silu", {{"norm.kind", "layer_norm"}}), {}, {},
            {readStableLmLayout, ggufHeadNorm, ggufRope()}},
    };
    std::vector<Family> families;
    for (const GgufRow& row : rows)
        families.push_back(ggufFamily(row));
    return families;
}

} // namespace core
